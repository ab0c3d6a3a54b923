import { z } from 'zod'
import type { Lookup, Movement, PaymentProvider, Verdict } from '../../payments.ts'
import { isFailure } from '../http.ts'
import { toMinor } from '../money.ts'
import type { ProviderOptions } from '../providers.ts'
import type { Sender } from './cybersource.ts'
import { cardOf, Problem } from './replies.ts'
import { brands } from './tokens.ts'

/** Looks up payments at CyberSource. */

const Summary = z.object({
  id: z.string(),
  submitTimeUtc: z.string(),
  clientReferenceInformation: z.object({ code: z.string().optional() }).optional(),
  orderInformation: z
    .object({
      amountDetails: z.object({ totalAmount: z.string().optional(), currency: z.string().optional() }).optional(),
    })
    .optional(),
  applicationInformation: z
    .object({
      applications: z
        .array(
          z.object({
            name: z.string(),
            reasonCode: z.union([z.string(), z.number()]).optional(),
            rMessage: z.string().optional(),
          }),
        )
        .optional(),
    })
    .optional(),
})
type Summary = z.infer<typeof Summary>
const Found = z.object({
  totalCount: z.number(),
  _embedded: z.object({ transactionSummaries: z.array(Summary) }).optional(),
})
const Details = z.object({
  paymentInformation: z
    .object({
      customer: z.object({ id: z.string().optional(), customerId: z.string().optional() }).optional(),
      card: z
        .object({
          suffix: z.string().optional(),
          expirationMonth: z.string().optional(),
          expirationYear: z.string().optional(),
          type: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  processorInformation: z.object({ networkTransactionId: z.string().optional() }).optional(),
})

/** A sale that is under way may still be charged before this many milliseconds have passed. */
const settled = 60_000
const page = 1000
/** The services that take a charge back, or release its authorisation. */
const undoings = ['ics_void', 'ics_auth_reversal']
/** Reason codes of an authorisation that holds money: approved, a part of it, and held for a review. */
const holds = new Set(['100', '110', '480'])

export function search(sender: Sender, _options: ProviderOptions): Pick<PaymentProvider, 'find' | 'list'> {
  async function searched(query: string, signal: AbortSignal, offset = 0) {
    const reply = await sender.post(
      '/tss/v2/searches',
      { save: false, name: 'cutaway', timezone: 'UTC', query, offset, limit: page, sort: 'submitTimeUtc:asc' },
      signal,
    )
    if (isFailure(reply)) return reply
    const found = Found.safeParse(reply.body)
    if (reply.status !== 201 || !found.success)
      return { outcome: 'unclear' as const, code: String(reply.status), reason: 'the search was refused' }
    const { _embedded: embedded } = found.data
    return { summaries: embedded?.transactionSummaries ?? [], total: found.data.totalCount }
  }

  async function find({ reference, kind, sentAt, now, isUnsent = false }: Lookup, signal: AbortSignal) {
    const found = await searched(`clientReferenceInformation.code:${reference}`, signal)
    if ('outcome' in found) return found
    const wanted = kind === 'refund' ? ['ics_credit', 'ics_void'] : ['ics_bill']
    const taken = found.summaries.find((summary) => wanted.some((name) => isDone(summary, name)))
    // Refunds have references of their own, so a void under that of the charge has undone it: its reply may be lost.
    const isUndone = found.summaries.some((summary) => undoings.some((name) => isDone(summary, name)))
    if (kind === 'charge' && isUndone) return { outcome: 'none' as const }
    if (taken) return paidOf(taken, kind === 'charge', signal)
    const authorised = kind === 'charge' ? found.summaries.find((s) => authorisationOf(s) !== undefined) : undefined
    const authorisation = authorised && authorisationOf(authorised)
    if (authorised && authorisation && !holds.has(String(authorisation.reasonCode))) {
      const code = String(authorisation.reasonCode ?? '')
      return { outcome: 'declined', class: 'soft', code, reason: authorisation.rMessage ?? code } satisfies Verdict
    }
    if (isUnsent && !authorised) return { outcome: 'none' as const }
    if (now.getTime() - sentAt.getTime() < settled)
      return { outcome: 'unclear', code: null, reason: 'it is too early to be certain' } satisfies Verdict
    return authorised ? released(authorised, reference, signal) : undone(reference, signal)
  }

  /** Gives back what an authorisation holds whose capture never came. */
  async function released(authorised: Summary, reference: string, signal: AbortSignal) {
    const { totalAmount, currency } = authorised.orderInformation?.amountDetails ?? {}
    const reply = await sender.post(
      `/pts/v2/payments/${encodeURIComponent(authorised.id)}/reversals`,
      {
        clientReferenceInformation: { code: reference },
        reversalInformation: { amountDetails: { totalAmount, currency } },
      },
      signal,
    )
    if (isFailure(reply)) return { ...reply, outcome: 'unclear' as const }
    if (reply.status === 201) return { outcome: 'none' as const }
    const { data } = Problem.safeParse(reply.body)
    const code = data?.reason ?? String(reply.status)
    return { outcome: 'unclear' as const, code, reason: 'the authorisation could not be released' }
  }

  /** Makes sure that an attempt which the search does not know can no longer take money. */
  async function undone(reference: string, signal: AbortSignal) {
    const reply = await sender.post(
      '/pts/v2/voids',
      // The code is that of the charge, so that a later search finds the void if its reply is lost.
      { clientReferenceInformation: { code: reference, transactionId: reference } },
      signal,
    )
    if (isFailure(reply)) return { ...reply, outcome: 'unclear' as const }
    // Voided: it was charged and is undone now.
    if (reply.status === 201) return { outcome: 'none' as const }
    const { data } = Problem.safeParse(reply.body)
    const isUnknown = reply.status === 404 || (reply.status === 400 && data?.reason === 'INVALID_DATA')
    return isUnknown
      ? { outcome: 'none' as const }
      : { outcome: 'unclear' as const, code: data?.reason ?? String(reply.status), reason: 'the void was refused' }
  }

  async function paidOf(summary: Summary, withDetails: boolean, signal: AbortSignal): Promise<Verdict> {
    const amounts = amountOf(summary)
    if (!amounts) return { outcome: 'unclear', code: null, reason: 'the transaction names no amount' }
    const paid = { outcome: 'paid' as const, providerId: summary.id, ...amounts }
    if (!withDetails) return paid
    const reply = await sender.get(`/tss/v2/transactions/${encodeURIComponent(summary.id)}`, signal)
    if (isFailure(reply)) return reply
    const details = Details.safeParse(reply.body)
    if (!details.success) return paid
    const { paymentInformation: payment, processorInformation: processor } = details.data
    const token = payment?.customer?.id ?? payment?.customer?.customerId
    const card = payment?.card
    const networkId = processor?.networkTransactionId
    return {
      ...paid,
      ...(networkId === undefined ? {} : { networkId }),
      ...(token === undefined
        ? {}
        : {
            instrument: cardOf(
              token,
              {
                brand: brands[card?.type ?? ''] ?? null,
                last4: card?.suffix ?? null,
                expiryMonth: card?.expirationMonth === undefined ? null : Number(card.expirationMonth),
                expiryYear: card?.expirationYear === undefined ? null : Number(card.expirationYear),
              },
              networkId ?? null,
            ),
          }),
    }
  }

  async function list(day: string, signal: AbortSignal): Promise<Movement[]> {
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    const movements: Movement[] = []
    /** References whose own void has taken the charge back: nothing moved. */
    const takenBack = new Set<string>()
    for (let offset = 0; ; offset += page) {
      const found = await searched(`submitTimeUtc:[${day}T00:00:00Z TO ${next}T00:00:00Z}`, signal, offset)
      if ('outcome' in found) throw new Error(`CyberSource gave no list: ${found.reason}`)
      for (const summary of found.summaries) {
        const amounts = amountOf(summary)
        const code = summary.clientReferenceInformation?.code
        if (code !== undefined && isDone(summary, 'ics_void')) takenBack.add(code)
        const kind = isDone(summary, 'ics_bill')
          ? 'charge'
          : isDone(summary, 'ics_credit') || isDone(summary, 'ics_void')
            ? 'refund'
            : null
        if (!kind || !amounts) continue
        movements.push({
          kind,
          reference: code ?? null,
          providerId: summary.id,
          at: new Date(summary.submitTimeUtc),
          ...amounts,
        })
      }
      if (found.summaries.length > 0 && offset + found.summaries.length < found.total) continue
      const charged = new Set(movements.filter(({ kind }) => kind === 'charge').map(({ reference }) => reference))
      return movements.filter(({ reference: of }) => of === null || !takenBack.has(of) || !charged.has(of))
    }
  }

  return { find, list }
}

const authorisationOf = (summary: Summary) => applicationsOf(summary).find(({ name }) => name === 'ics_auth')

const applicationsOf = (summary: Summary) => summary.applicationInformation?.applications ?? []

/** Returns whether a service of a transaction succeeded: its reason code is 100. */
const isDone = (summary: Summary, name: string) =>
  applicationsOf(summary).some((application) => application.name === name && String(application.reasonCode) === '100')

function amountOf(summary: Summary) {
  const { totalAmount, currency } = summary.orderInformation?.amountDetails ?? {}
  if (currency === undefined) return undefined
  const amountMinor = toMinor(totalAmount, currency)
  return amountMinor === undefined ? undefined : { amountMinor, currency }
}
