import type * as contract from '@cutaway/contract/rooms/billing/documents.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import { answer, SerialisedResponse, type AnyCall } from '../../../core/http/endpoints.ts'
import { denied, HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { contentDisposition, type Pdfs } from '../../../core/pdf/pdf.ts'
import type { Site } from '../../../core/tenancy.ts'
import { dayOf } from '../days.ts'
import { detailsOf } from './details.ts'
import {
  findDocument,
  findDocumentsOfYear,
  findInvoices,
  findRelated,
  summaryOf,
  type DocumentFacts,
} from './facts.queries.ts'
import { exportOf } from './export.ts'
import { nameOfLine, pdfOf } from './pdf-document.ts'
import { ublOf } from './ubl.ts'
import { zipStream, type ZipEntry } from './zip.ts'

/** Invoices and credit notes, for the person who runs the subscription of a business. */

/** An employee of a business has no part in its subscription. */
function refuseEmployees({ caller }: Pick<AnyCall, 'caller'>): void {
  if (caller.user.is_employee) denied()
}

/** A browser saves any response as the file, so a refusal must not look like one. */
const noFile = (): never => {
  throw new HttpRefusal(404, 'not_found')
}

export const documents: Handlers<typeof contract> = {
  getInvoices: async (call) => {
    refuseEmployees(call)
    const { db, site, body, owned, services } = call
    const { year, ...list } = body
    const today = dayOf(services.clock.now(), site.time_zone)
    const of = { business: owned.entity.businessentity_id, year, today }
    const { rows, total } = await findInvoices(db, site, of, list)
    return answer(rows, { beside: { total, ...(await summaryOf(db, site, of, list.search)) } })
  },

  getInvoice: async (call) => {
    refuseEmployees(call)
    const { db, site, params, caller, services } = call
    const of = { id: params.id, business: caller.user.businessentity_id }
    const facts = (await findDocument(db, site, of)) ?? notFound()
    return detailsOf(facts, {
      related: await findRelated(db, site, facts),
      today: dayOf(services.clock.now(), site.time_zone),
    })
  },

  invoicePdf: async (call) => {
    refuseEmployees(call)
    const { db, site, params, caller } = call
    const of = { id: params.id, business: caller.user.businessentity_id }
    return pdfFile(call, (await findDocument(db, site, of)) ?? noFile())
  },

  invoiceUbl: async (call) => {
    refuseEmployees(call)
    const { db, site, params, caller } = call
    const of = { id: params.id, business: caller.user.businessentity_id }
    return ublFile(call, (await findDocument(db, site, of)) ?? noFile())
  },

  invoicesOfYear: async (call) => {
    refuseEmployees(call)
    const { db, site, params, owned, services, reply, person } = call
    const year = Number(params.year)
    const found = await findDocumentsOfYear(db, site, { business: owned.entity.businessentity_id, year })
    if (found.length === 0) noFile()
    await call.endTransaction()
    reply.header(
      'content-disposition',
      contentDisposition(`${year}.zip`, `${year}.zip`).replace('inline', 'attachment'),
    )
    reply.header('cache-control', 'private, no-store')
    return zipStream(entriesOf(found, site, (facts) => services.pdfs.of(person, pdfOf(facts, site))))
  },

  exportBusinessData: async (call) => {
    const { caller, owned, site, services, reply, audit } = call
    refuseEmployees(call)
    const businessId = owned.entity.businessentity_id
    if (caller.user.businessentity_id !== businessId) denied()
    const name = `${site.name} ${dayOf(services.clock.now(), site.time_zone)}.zip`
    audit({ businessId, after: { file: name } })
    reply.header('content-disposition', contentDisposition(name, name).replace('inline', 'attachment'))
    reply.header('cache-control', 'private, no-store')
    return exportOf(call, businessId)
  },
}

async function* entriesOf(
  found: readonly DocumentFacts[],
  site: Site,
  draw: (facts: DocumentFacts) => ReturnType<Pdfs['of']>,
): AsyncGenerator<ZipEntry> {
  for (const facts of found) {
    const at = new Date(`${facts.issued_on}T12:00:00Z`)
    const ubl = ublOf(facts, (line) => nameOfLine(site, facts, line))
    yield { name: `${facts.full_number}.pdf`, bytes: await draw(facts), at, isCompressed: true }
    yield { name: `${facts.full_number}.xml`, bytes: Buffer.from(ubl), at }
  }
}

type FileCall = Pick<AnyCall, 'services' | 'site' | 'person' | 'reply' | 'endTransaction'>

/** Answers with a document as PDF. */
export async function pdfFile(call: FileCall, facts: DocumentFacts): Promise<SerialisedResponse> {
  const { services, site, person, reply } = call
  // Ends the transaction before the PDF is drawn, because connections are scarce.
  await call.endTransaction()
  const bytes = await services.pdfs.of(person, pdfOf(facts, site))
  const name = `${facts.full_number}.pdf`
  reply.header('content-disposition', contentDisposition(name, name))
  return new SerialisedResponse(bytes, 'application/pdf', 'private, no-cache')
}

/** Answers with a document as e-invoice. */
export function ublFile({ site, reply }: Pick<FileCall, 'site' | 'reply'>, facts: DocumentFacts): SerialisedResponse {
  const name = `${facts.full_number}.xml`
  reply.header('content-disposition', contentDisposition(name, name).replace('inline', 'attachment'))
  const text = ublOf(facts, (line) => nameOfLine(site, facts, line))
  return new SerialisedResponse(Buffer.from(text), 'application/xml; charset=utf-8', 'private, no-cache')
}
