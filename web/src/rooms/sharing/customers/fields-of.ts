import { firstName, type FieldValues } from '@cutaway/contract/rooms/branding/customer-text.ts'
import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import type { Draft } from '../dialog/draft.ts'

/** Returns the values of the fields in a message to the customer of a draft. */
export const fieldsOf = (draft: Draft, { shop }: Pick<ShareDetails, 'shop'>): FieldValues => ({
  customer: firstName(draft.customerName),
  vehicle: draft.vehicle,
  adviser: firstName(shop.adviser),
  shop: shop.business_name,
  repair_order: draft.roNumber,
})
