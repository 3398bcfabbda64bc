/** What follows from what is done to an order, as the panels and the approvals of agents' calls say it. Pure. */
export const EFFECTS = {
  createCancellation:
    'The channel is notified, informs the buyer and pays back what was paid for the units. They are no longer reserved and can be sold again.',
  createRefund: 'The channel is notified and pays the refund.',
  decideReturn: 'The channel is told what is decided, and pays the refund.',
} as const
