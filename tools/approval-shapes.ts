/** Descriptions and examples of the shapes of approvals, and of the rules for agents. */
import type { Shapes } from '@entrepot/marketplace/openapi'

const AGENT = {
  Id: '2-0hXy7nQ1bC8kJp3mVt5wZg',
  ClientId: 'https://assistant.example/client.json',
  Name: 'Assistant',
  Person: { Id: 2, Email: 'bo@example.com' },
}

const DECIDER = { Kind: 'person', Id: '1', Label: 'ann@example.com' }

const ANSWER = { Status: 201, Body: { Id: 8, MerchantReference: 'G-8', RefundInclVat: 120 } }

const SUMMARY = 'Create a refund (order "A-17"): refund 120.00 EUR.'

const PRICE = { Name: 'Price', Value: 12.95 }

const MEASURE = { Kind: 'refund', Amount: 120, Units: null, Count: 1 }

const RULE = { Kind: 'refund', Needs: 'PERSON', Agents: 'ALL', Above: { Amount: 100 } }

const ANSWERED_RULE = { ...RULE, Above: { Amount: 100, Units: null, Count: null } }

const KIND = { Kind: 'refund', Limits: ['Amount', 'Count'] }

export const APPROVAL_SHAPES: Shapes = {
  Approval: {
    description: 'A call of an agent that waits for a person, or about which a person has decided.',
    example: {
      ...{ Id: 12, Status: 'DONE', Summary: SUMMARY, Needs: 'PERSON', Agent: AGENT },
      ...{ Tool: 'refund_order', Operation: 'createRefund', Method: 'POST', Path: '/v2/refunds' },
      Body: {
        MerchantReference: 'G-8',
        MerchantOrderReference: 'A-17',
        RefundInclVat: 120,
        Reason: 'Arrived broken',
      },
      ...{ Products: [], Measures: [MEASURE] },
      CreatedAt: '2026-11-22T10:00:00.000Z',
      ExpiresAt: '2026-11-23T10:00:00.000Z',
      ...{ DecidedBy: DECIDER, DecidedAt: '2026-11-22T10:05:00.000Z', Reason: null },
      ...{ Answer: ANSWER, EndedAt: '2026-11-22T10:05:00.000Z', Actions: [] },
    },
  },
  ApprovalAgent: { description: 'The agent that made the call.', example: AGENT },
  ApprovalMeasure: { description: 'What a part of the call concerns.', example: MEASURE },
  ApprovalProduct: {
    description: 'A product, and the values that the call gives it.',
    example: { MerchantProductReference: 'CAP-RED', Values: [PRICE] },
  },
  ApprovalProductValue: { description: 'A value as it was sent.', example: PRICE },
  ApprovalDecider: { description: 'Who has decided.', example: DECIDER },
  ApprovalAnswer: { description: 'What the call was answered.', example: ANSWER },
  ApprovalAction: {
    description: 'A decision about a call that waits, and whether the caller may take it now.',
    example: { Name: 'approve', IsAllowed: true, Reason: null },
  },
  ApprovalRejection: {
    description: 'Why a call is rejected.',
    example: { Reason: 'The buyer has already been paid' },
  },
  ApprovalEventData: {
    description: 'What became of a call of an agent that needs a person.',
    example: {
      ...{ ClientId: AGENT.ClientId, AgentName: AGENT.Name, PersonId: 2 },
      ...{ Tool: 'refund_order', Operation: 'createRefund', Summary: SUMMARY, Status: 'DONE' },
      ...{ DecidedBy: DECIDER, AnswerStatus: 201 },
    },
  },
  AgentRules: {
    description: 'Which calls agents do not make alone.',
    example: {
      ...{ Rules: [ANSWERED_RULE], ExpiryHours: 24, IsDefault: false },
      ...{ ChangedBy: 'ann@example.com', ChangedAt: '2026-11-22T09:00:00.000Z' },
      ...{ Kinds: [KIND], DefaultRules: [ANSWERED_RULE] },
    },
  },
  AgentRuleKind: {
    description: 'A kind of call, and the limits that its rules may have.',
    example: KIND,
  },
  AgentRulesRequest: {
    description: 'Which calls agents do not make alone. It replaces the rules.',
    example: { Rules: [RULE], ExpiryHours: 24 },
  },
  AgentRule: { description: 'Which calls of a kind need somebody.', example: RULE },
  AgentRuleResponse: {
    description: 'Which calls of a kind need somebody.',
    example: ANSWERED_RULE,
  },
  AgentRuleLimits: {
    description:
      'Only calls need somebody that are above one of these limits, or of which the hub cannot know whether they are. Without limits, all calls of the kind do.',
    example: RULE.Above,
  },
  AgentRuleLimitsResponse: {
    description: 'The limits above which calls need somebody. Null: none.',
    example: ANSWERED_RULE.Above,
  },
  AgentRulesEventData: {
    description: 'The rules for agents, as they are now.',
    example: { Rules: [RULE], ExpiryHours: 24 },
  },
}
