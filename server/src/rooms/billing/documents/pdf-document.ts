import { countryName, formatDay, formatMoney } from '../../../core/formats.ts'
import { brandOfDocuments } from '../../../core/pdf/brand.ts'
import { paperOf, type PdfBlock, type PdfDocument, type PdfRow } from '../../../core/pdf/document.ts'
import { text } from '../../../core/texts.ts'
import type { Site } from '../../../core/tenancy.ts'
import { addDays, type Day } from '../days.ts'
import type { DocumentFacts, DocumentLine } from './facts.queries.ts'
import { amountsOf, titleKey } from './particulars.ts'

/**
 * Writes an invoice or a credit note for the paper, in the language of the web site for every reader: one document is
 * one file.
 */

/** The language of a web site's documents. */
export const languageOfDocuments = (site: Site): Site['languages'][number] =>
  site.languages.find(({ language_id }) => language_id === site.default_lang_id) ?? site.languages[0]!

/** Returns what a line of a document sells, in words. */
export function nameOfLine(site: Site, { of }: Pick<DocumentFacts, 'of'>, line: DocumentLine): string {
  const { language_code: tag } = languageOfDocuments(site)
  // What goes back of an invoice is no change of the plan.
  const kind = line.kind === 'credit' && of !== null ? 'refund' : line.kind
  return line.name || text(site, tag, `invoice_line_${kind}`)
}

export function pdfOf(facts: DocumentFacts, site: Site): PdfDocument {
  const language = languageOfDocuments(site)
  const { language_code: tag } = language
  const t = (key: string, params?: Readonly<Record<string, string | number>>) => text(site, tag, key, params)
  const day = (of: Day) => formatDay(new Date(`${of}T00:00:00Z`), tag, 'UTC')
  // Marks of direction have no letter in the fonts; figures have their direction from the column.
  const money = (minor: number) => formatMoney(minor, facts.currency, tag).replaceAll(/[\u200e\u200f\u061c]/g, '')
  const { seller, buyer } = facts
  const amounts = amountsOf(facts)
  const title = t(titleKey(facts))
  const rate = (bp: number) => `${bp / 100}%`
  const taxLabel = seller.tax_label || t('invoice_tax')
  const periodOf = ({ period_start, period_end }: DocumentLine) =>
    period_start === null || period_end === null
      ? ''
      : t('invoice_period', { from: day(period_start), to: day(addDays(period_end, -1)) })
  const person = `${buyer.firstName} ${buyer.lastName}`.trim()

  const about: [string, string | null | undefined][] = [
    [t('invoice_number'), facts.full_number],
    [t('invoice_date'), day(facts.issued_on)],
    [t('invoice_due'), facts.kind === 'invoice' && amounts.due_minor > 0 ? day(facts.due_on) : null],
    [
      t('invoice_corrects'),
      facts.of && t('invoice_of_date', { number: facts.of.full_number, date: day(facts.of.issued_on) }),
    ],
    [t('invoice_allocation_number'), facts.allocation_number],
    [t('invoice_buyer_tax_number'), buyer.taxNumber],
  ]
  const lines = amounts.lines.map((line): PdfRow => {
    const isUnitExact = line.unit_minor * line.quantity === line.net_minor
    return {
      cells: [
        [nameOfLine(site, facts, line), periodOf(line)].filter(Boolean).join('\n'),
        String(line.quantity),
        isUnitExact ? money(line.unit_minor) : '',
        ...(seller.is_tax_registered ? [rate(line.tax_bp)] : []),
        money(line.net_minor),
      ],
    }
  })
  const sum = (label: string, minor: number, isSum = false): PdfRow => ({
    cells: [label, money(minor)],
    ...(isSum ? { isSum } : {}),
  })
  const blocks: PdfBlock[] = [
    { kind: 'title', text: title },
    {
      kind: 'columns',
      main: [
        { kind: 'heading', text: t('invoice_billed_to') },
        {
          kind: 'card',
          name: buyer.company || person,
          lines: [
            buyer.company ? person : '',
            buyer.street,
            [buyer.city, [buyer.state, buyer.zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
            countryName(buyer.country, tag) ?? buyer.country,
          ].filter((line) => line !== ''),
        },
      ],
      aside: [
        { kind: 'heading', text: t('invoice_from') },
        {
          kind: 'card',
          name: seller.legal_name,
          lines: [
            seller.address,
            countryName(seller.country_code, tag) ?? seller.country_code,
            seller.tax_id ? `${seller.tax_id_label ?? ''} ${seller.tax_id}`.trim() : '',
          ].filter((line) => line !== ''),
        },
      ],
    },
    {
      kind: 'table',
      columns: [
        { label: '', share: 1 },
        { label: '', share: 3 },
      ],
      rows: about.flatMap(([label, value]) => (value ? [{ cells: [label, value] }] : [])),
    },
    {
      kind: 'table',
      columns: [
        { label: t('invoice_description'), share: 5 },
        { label: t('invoice_quantity'), share: 1.2, isNumber: true },
        { label: t('invoice_unit_price'), share: 1.8, isNumber: true },
        ...(seller.is_tax_registered ? [{ label: taxLabel, share: 1.2, isNumber: true }] : []),
        { label: t('invoice_amount', { currency: facts.currency }), share: 2, isNumber: true },
      ],
      rows: lines,
    },
    {
      kind: 'table',
      columns: [
        { label: '', share: 5 },
        { label: '', share: 2, isNumber: true },
      ],
      rows: [
        ...(seller.is_tax_registered
          ? [
              sum(t('invoice_net'), amounts.net_minor),
              ...amounts.groups
                .filter(({ tax_bp }) => tax_bp > 0)
                .map((group) =>
                  sum(
                    t('invoice_tax_of', { label: taxLabel, rate: rate(group.tax_bp), amount: money(group.net_minor) }),
                    group.tax_minor,
                  ),
                ),
            ]
          : []),
        sum(
          t(facts.kind === 'credit_note' ? 'invoice_total_credited' : 'invoice_total', { currency: facts.currency }),
          amounts.total_minor,
          true,
        ),
        ...(facts.kind === 'invoice' && amounts.paid_minor > 0
          ? [sum(t('invoice_paid'), amounts.paid_minor), sum(t('invoice_balance'), amounts.due_minor)]
          : []),
      ],
    },
    ...(facts.payment_type === 'capricorn' ? [{ kind: 'note', text: t('invoice_capricorn') } as const] : []),
  ]
  return {
    language: { tag, direction: language.direction },
    paper: paperOf(seller.country_code),
    title: `${title} ${facts.full_number}`,
    date: facts.issued_on,
    brand: brandOfDocuments(site),
    headline: facts.full_number,
    footer: [seller.legal_name, seller.tax_id ? `${seller.tax_id_label ?? ''} ${seller.tax_id}`.trim() : '']
      .filter(Boolean)
      .join(' · '),
    pageNumber: t('pdf_page'),
    blocks,
  }
}
