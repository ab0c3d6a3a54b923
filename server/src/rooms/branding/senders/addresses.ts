import type * as contract from '@cutaway/contract/rooms/branding/addresses.ts'
import { mostAddresses, type SenderAddress } from '@cutaway/contract/rooms/branding/addresses.ts'
import { isWebmail } from '@cutaway/contract/webmail.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import type { RecordLoader } from '../../../core/scope.ts'
import * as queries from './addresses.queries.ts'
import { checkSenderLink, confirmSenderAddress, mailLink, newLink } from './confirmation.ts'
import { queueDomainCheck } from './domains.ts'
import { settleDefault } from '../defaults.ts'
import { senderProfileOf } from '../sender-profile.ts'
import { lockSettings } from '../authorisation.ts'
import { senderAddress, stateOf } from '../rules.ts'

/** Sender addresses of users, and of whole businesses. */

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    sender_address: queries.AddressRow
  }
}

export const addressRecords: RecordLoader<queries.AddressRow> = {
  find: queries.findAddressesById,
  idOf: ({ address_id }) => address_id,
}

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

const shown = (row: queries.AddressRow, now: Date): SenderAddress => ({
  id: row.address_id,
  email: row.email,
  is_default: flag(row.is_default),
  state: stateOf(row, now),
  is_webmail: flag(isWebmail(row.email)),
  is_business_default: flag(row.is_business_default),
})

export const addresses: Handlers<typeof contract> = {
  checkSenderLink,
  confirmSenderAddress,

  getUserEmailAddressList: async ({ owner, caller, site, db, services }) => {
    const userId = owner.user_id
    const rows = await queries.findAddresses(db, site, userId)
    const brand = await senderProfileOf(db, site, userId)
    const now = services.clock.now()
    const { businessentity_id } = await queries.findOwner(db, site, userId)
    return answer(
      rows.map((row) => shown(row, now)),
      {
        beside: {
          is_from_no_reply: brand.is_from_no_reply ? 'yes' : 'no',
          business_address: brand.business_address,
          may_set_business_default: flag(caller.level <= 3 && businessentity_id !== null),
        },
      },
    )
  },

  addUserEmailAddress: async (call) => {
    const { body, owner, site, db, audit } = call
    const { user_id } = owner
    const email = senderAddress(body.email) ?? fail('email_not_valid')
    await lockSettings(db, site, user_id)
    const others = await queries.findAddresses(db, site, user_id)
    if (others.some((other) => same(other.email, email))) fail('sender_address_exists')
    if (others.length >= mostAddresses) fail('too_many_sender_addresses')
    const { token, proof } = await newLink(call, { user_id, email, lastSentAt: null })
    const default_when_verified = body.is_default ?? false
    const id = await queries.insertAddress(db, site, { user_id, email, default_when_verified, ...proof })
    audit({ target: { kind: 'sender_address', id }, after: { email, default_when_verified } })
    await mailLink(call, user_id, email, token)
    await queueDomainCheck(call, email)
    return mailed(call, id)
  },

  updateEmailAddress: async (call) => {
    const { body, owned, site, db, audit } = call
    const { user_id } = owned.id
    const email = senderAddress(body.email) ?? fail('email_not_valid')
    await lockSettings(db, site, user_id)
    const others = await queries.findAddresses(db, site, user_id)
    const old = others.find((one) => one.address_id === body.id) ?? notFound()
    if (others.some((other) => other !== old && same(other.email, email))) fail('sender_address_exists')
    audit({ before: { email: old.email }, after: { email } })
    if (same(old.email, email)) {
      await queries.updateAddress(db, site, body.id, {
        email,
        default_when_verified: old.verified_at === null && (body.is_default ?? old.default_when_verified),
      })
      if (body.is_default && old.verified_at) await choose(call, old)
      return saved(call, body.id, 'sender_address_saved')
    }
    const { token, proof } = await newLink(call, { user_id, email, lastSentAt: null })
    await queries.updateAddress(db, site, body.id, {
      email,
      verified_at: null,
      is_default: false,
      default_when_verified: body.is_default ?? (old.is_default || old.default_when_verified),
      ...proof,
    })
    // The business default was a manager's choice of the old address; it does not extend to the new one.
    await queries.endBusinessDefault(db, site, body.id)
    await settleDefault(db, site, user_id)
    await mailLink(call, user_id, email, token)
    await queueDomainCheck(call, email)
    return mailed(call, body.id)
  },

  deleteEmailAddress: async ({ params, owned, site, db, audit }) => {
    const { user_id, email, is_default } = owned.id
    audit({ before: { email, is_default } })
    await lockSettings(db, site, user_id)
    await queries.deleteAddress(db, site, params.id)
    await settleDefault(db, site, user_id)
    return answer(null, { message: 'sender_address_deleted' })
  },

  setDefaultEmailAddressUser: (call) => chooseById(call, call.owned.id),
  UdateUserDefaultEmailFromHome: (call) => chooseById(call, call.owned.id),

  setDefaultEmailAddress: async ({ owned, owner, site, db, audit }) => {
    const address = owned.id
    const userId = address?.user_id ?? owner.user_id
    const { businessentity_id } = await queries.findOwner(db, site, userId)
    if (businessentity_id === null) fail('sender_no_business')
    if (address && !address.verified_at) fail('sender_not_confirmed')
    await queries.writeBusinessDefault(db, site, businessentity_id, address?.address_id ?? null)
    const target = { kind: 'business', id: businessentity_id }
    audit({ target, after: { business_address: address?.email ?? null } })
    return answer(
      { business_address: address?.email ?? null },
      { message: address ? 'sender_business_default_set' : 'sender_business_default_ended' },
    )
  },

  changeFromNoReply: (call) => changeNoReply(call, call.owner.user_id, call.body.no_reply),
  changeFromNoReplyHome: (call) => changeNoReply(call, call.owner.user_id, call.body.no_reply),

  resendSenderConfirmation: async (call) => {
    const { body, owned, site, db } = call
    const { user_id } = owned.id
    await lockSettings(db, site, user_id)
    const address = (await queries.findAddress(db, site, body.id)) ?? notFound()
    if (address.verified_at) fail('sender_already_confirmed')
    const { email, token_sent_at: lastSentAt } = address
    const { token, proof } = await newLink(call, { user_id, email, lastSentAt })
    await queries.updateAddress(db, site, body.id, proof)
    await mailLink(call, user_id, email, token)
    return mailed(call, body.id)
  },
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

async function saved({ db, site, services }: AnyCall, id: number, message: string) {
  const row = (await queries.findAddress(db, site, id)) ?? notFound()
  return answer(shown(row, services.clock.now()), { message })
}
const mailed = (call: AnyCall, id: number) => saved(call, id, 'sender_mail_on_its_way')

/** Makes a confirmed address the default. The caller holds the lock. */
async function choose({ db, site }: AnyCall, address: queries.AddressRow): Promise<void> {
  if (!address.verified_at) fail('sender_not_confirmed')
  await queries.writeNoReply(db, site, address.user_id, false)
  await queries.writeDefault(db, site, address.user_id, address.address_id)
}

/** Makes an address the default by id, under the lock of the user's settings. */
async function chooseById(call: AnyCall, { address_id: id, user_id }: queries.AddressRow) {
  const { site, db } = call
  await lockSettings(db, site, user_id)
  await choose(call, (await queries.findAddress(db, site, id)) ?? notFound())
  return saved(call, id, 'sender_default_set')
}

async function changeNoReply({ site, db, audit }: AnyCall, userId: number, wanted: 'yes' | 'no') {
  await lockSettings(db, site, userId)
  if (wanted === 'no') {
    const { addresses: usable } = await senderProfileOf(db, site, userId)
    if (usable.length === 0) fail('sender_none_confirmed')
  }
  await queries.writeNoReply(db, site, userId, wanted === 'yes')
  audit({ after: { no_reply: wanted } })
  // If only the address of the business exists, the choice is stored without an address of the user's own.
  await settleDefault(db, site, userId)
  const { is_from_no_reply } = await senderProfileOf(db, site, userId)
  return answer(
    { is_from_no_reply: is_from_no_reply ? ('yes' as const) : ('no' as const) },
    { message: is_from_no_reply ? 'sender_no_reply_on' : 'sender_no_reply_off' },
  )
}
