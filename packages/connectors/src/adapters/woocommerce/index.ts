/** WooCommerce by its REST API v3, as a merchant and as a channel. */
import type { Adapter } from '../../adapter/adapter.ts'
import { WooCalls } from './api/calls.ts'
import { openChannel } from './channel/channel.ts'
import { checkShop } from './check.ts'
import { DESCRIPTION } from './description.ts'
import { readHint } from './hints.ts'
import { openMerchant } from './merchant/merchant.ts'

export const woocommerce: Adapter = {
  description: DESCRIPTION,
  open(context) {
    const calls = new WooCalls(context)
    const { role } = context
    return {
      ...(role === 'merchant'
        ? { merchant: openMerchant(calls, context) }
        : { channel: openChannel(calls, context) }),
      check: () => checkShop(calls, role),
      readHint: (hint) => readHint(hint, { role, secret: context.secrets.webhookSecret }),
    }
  },
}
