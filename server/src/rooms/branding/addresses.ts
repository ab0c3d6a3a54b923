import type { contract } from '@cutaway/contract'
import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import { mostAddresses, type SenderAddress } from '@cutaway/contract/rooms/branding/branding.ts'
import { isWebmail } from '@cutaway/contract/webmail.ts'
import { answer, type Call, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import * as queries from './addresses.queries.ts'
import { confirmation, mailLink, newLink } from './confirmation.ts'
import { settleDefault } from './defaults.ts'
import { senderProfileOf } from './sender-profile.ts'
import { lockSettings, ownedBy } from './authorisation.ts'
import { senderAddress, stateOf } from './rules.ts'

/** Sender addresses of users, and of whole businesses. */

type AnyCall = Omit<Call<Endpoint>, 'params' | 'body' | 'upload'>
type Calls = Pick<
  Handlers<typeof contract.branding>,
  | 'getUserEmailAddressList'
  | 'addUserEmailAddress'
  | 'updateEmailAddress'
  | 'deleteEmailAddress'
  | 'setDefaultEmailAddressUser'
  | 'setDefaultEmailAddress'
  | 'changeFromNoReply'
  | 'changeFromNoReplyHome'
  | 'UdateUserDefaultEmailFromHome'
  | 'resendSenderConfirmation'
  | 'checkSenderLink'
  | 'confirmSenderAddress'
>

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

const shown = (row: queries.AddressRow, now: Date): SenderAddress => ({
  id: row.address_id,
  email: row.email,
  is_default: flag(row.is_default),
  state: stateOf(row, now),
  is_webmail: flag(isWebmail(row.email)),
  is_business_default: flag(row.is_business_default),
})

export const addresses: Calls = {
  ...confirmation,

  getUserEmailAddressList: async ({ params, caller, site, db, services }) => {
    const userId = await caller.mayActFor(params.user)
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
    const { body, caller, site, db } = call
    const user_id = await caller.mayActFor(body.user_id)
    const email = senderAddress(body.email) ?? fail('email_not_valid')
    await lockSettings(db, site, user_id)
    const others = await queries.findAddresses(db, site, user_id)
    if (others.some((other) => same(other.email, email))) fail('sender_address_exists')
    if (others.length >= mostAddresses) fail('too_many_sender_addresses')
    const { token, proof } = await newLink(call, { user_id, email, lastSentAt: null })
    const default_when_verified = body.is_default ?? false
    const id = await queries.insertAddress(db, site, { user_id, email, default_when_verified, ...proof })
    await mailLink(call, user_id, email, token)
    return mailed(call, id)
  },

  updateEmailAddress: async (call) => {
    const { body, caller, site, db } = call
    const { user_id } = await ownedBy(caller, await queries.findAddress(db, site, body.id))
    const email = senderAddress(body.email) ?? fail('email_not_valid')
    await lockSettings(db, site, user_id)
    const others = await queries.findAddresses(db, site, user_id)
    const old = others.find((one) => one.address_id === body.id) ?? notFound()
    if (others.some((other) => other !== old && same(other.email, email))) fail('sender_address_exists')
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
    // Somebody of higher rank chose the old address for everybody, not whatever takes its place.
    await queries.endBusinessDefault(db, site, body.id)
    await settleDefault(db, site, user_id)
    await mailLink(call, user_id, email, token)
    return mailed(call, body.id)
  },

  deleteEmailAddress: async ({ params, caller, site, db }) => {
    const { user_id } = await ownedBy(caller, await queries.findAddress(db, site, params.id))
    await lockSettings(db, site, user_id)
    await queries.deleteAddress(db, site, params.id)
    await settleDefault(db, site, user_id)
    return answer(null, { message: 'sender_address_deleted' })
  },

  setDefaultEmailAddressUser: (call) => chooseById(call, call.body.id),
  UdateUserDefaultEmailFromHome: async (call) => {
    if (call.body.user_id !== undefined) await call.caller.mayActFor(call.body.user_id)
    return chooseById(call, call.body.id, call.body.user_id)
  },

  setDefaultEmailAddress: async ({ body, caller, site, db }) => {
    const address = body.id === null ? null : await ownedBy(caller, await queries.findAddress(db, site, body.id))
    const userId = address?.user_id ?? (await caller.mayActFor(body.user_id ?? caller.user.user_id))
    const { businessentity_id } = await queries.findOwner(db, site, userId)
    if (businessentity_id === null) fail('sender_no_business')
    if (address && !address.verified_at) fail('sender_not_confirmed')
    await queries.writeBusinessDefault(db, site, businessentity_id, address?.address_id ?? null)
    return answer(
      { business_address: address?.email ?? null },
      { message: address ? 'sender_business_default_set' : 'sender_business_default_ended' },
    )
  },

  changeFromNoReply: (call) => changeNoReply(call, call.body),
  changeFromNoReplyHome: (call) => changeNoReply(call, call.body),

  resendSenderConfirmation: async (call) => {
    const { body, caller, site, db } = call
    const { user_id } = await ownedBy(caller, await queries.findAddress(db, site, body.id))
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

/** Makes a confirmed address the default, under the lock. */
async function choose({ db, site }: AnyCall, address: queries.AddressRow): Promise<void> {
  if (!address.verified_at) fail('sender_not_confirmed')
  await queries.writeNoReply(db, site, address.user_id, false)
  await queries.writeDefault(db, site, address.user_id, address.address_id)
}

/** The same by the address's id; it must be that of `ofUser` where one is named. */
async function chooseById(call: AnyCall, id: number, ofUser?: number) {
  const { caller, site, db } = call
  const { user_id } = await ownedBy(caller, await queries.findAddress(db, site, id))
  if (ofUser !== undefined && ofUser !== user_id) notFound()
  await lockSettings(db, site, user_id)
  await choose(call, (await queries.findAddress(db, site, id)) ?? notFound())
  return saved(call, id, 'sender_default_set')
}

async function changeNoReply(
  call: AnyCall,
  wanted: { user_id: number; no_reply: 'yes' | 'no'; web_site_id?: number | undefined },
) {
  const { caller, site, siteOf, db } = call
  if (wanted.web_site_id !== undefined && siteOf(wanted.web_site_id) !== site) notFound()
  const userId = await caller.mayActFor(wanted.user_id)
  await lockSettings(db, site, userId)
  if (wanted.no_reply === 'no') {
    const { addresses: usable } = await senderProfileOf(db, site, userId)
    if (usable.length === 0) fail('sender_none_confirmed')
  }
  await queries.writeNoReply(db, site, userId, wanted.no_reply === 'yes')
  // The address of the business is there without one of the user's own: the choice then stands by itself.
  await settleDefault(db, site, userId)
  const { is_from_no_reply } = await senderProfileOf(db, site, userId)
  return answer(
    { is_from_no_reply: is_from_no_reply ? ('yes' as const) : ('no' as const) },
    { message: is_from_no_reply ? 'sender_no_reply_on' : 'sender_no_reply_off' },
  )
}
