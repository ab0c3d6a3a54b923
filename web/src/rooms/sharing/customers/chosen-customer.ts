import type { Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import type { Draft } from '../dialog/draft.ts'

/**
 * Returns the part of a draft that changes when a customer is chosen: the address, the language, the repair order, and
 * the channel of the last message unless the user has chosen a channel.
 */
export function chosenCustomer(draft: Pick<Draft, 'channel' | 'channelChosen' | 'languageId'>, customer: Customer) {
  const last = customer.last_channel === 'email' ? 'email' : customer.last_channel === null ? null : 'sms'
  const has = { sms: customer.phone !== '', email: customer.email !== '' }
  const wanted = draft.channelChosen || last === null ? draft.channel : last
  const channel =
    wanted !== 'websitePromotion' && !has[wanted] ? (has.sms ? ('sms' as const) : ('email' as const)) : wanted
  return {
    channel,
    customer,
    isNew: false,
    number: customer.phone,
    recipients: customer.email ? [customer.email] : [],
    typed: '',
    roNumber: customer.ro_number,
    customerName: customer.name,
    vehicle: customer.vehicle,
    ...(customer.language_id === null ? {} : { languageId: customer.language_id, languageChosen: true }),
  } satisfies Partial<Draft>
}
