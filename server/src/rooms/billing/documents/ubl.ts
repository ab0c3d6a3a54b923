import { addDays } from '../days.ts'
import { toDecimal } from '../money.ts'
import type { DocumentFacts, DocumentLine } from './facts.queries.ts'
import { amountsOf } from './particulars.ts'

/**
 * Writes a document as an e-invoice: UBL 2.1 that fulfils EN 16931. The order of the elements is that of the schema of
 * UBL. Amounts of a credit note (type 381) are positive.
 */

const namespace = 'urn:oasis:names:specification:ubl:schema:xsd'

type Xml = string
type Content = string | readonly (Xml | null)[]

const escaped = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- the characters that XML cannot hold
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const tag = (name: string, content: string, attributes: Readonly<Record<string, string>> = {}): Xml => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${written.join('')}>${content}</${name}>`
}
/** A basic component; null, which is left out, for an empty text. */
const cbc = (name: string, text: string | undefined | null, attributes?: Readonly<Record<string, string>>) =>
  text === undefined || text === null || text.trim() === ''
    ? null
    : tag(`cbc:${name}`, escaped(text.trim()), attributes)
/** An aggregate; null if nothing is in it. */
const cac = (name: string, content: Content): Xml | null => {
  const inner = typeof content === 'string' ? content : content.filter((one) => one !== null).join('')
  return inner === '' ? null : tag(`cac:${name}`, inner)
}

/** Providers as codes of UNTDID 4461: card, online payment service. */
const meansCodes: Readonly<Record<string, string>> = { cybersource: '48', eway: '48', paypal: '68' }

/** Writes the e-invoice of a document. `nameOf` returns what a line sells, in words. */
export function ublOf(facts: DocumentFacts, nameOf: (line: DocumentLine) => string): string {
  const { currency, seller, kind } = facts
  const isNote = kind === 'credit_note'
  const amounts = amountsOf(facts)
  const amount = (name: string, minor: number) => cbc(name, toDecimal(minor, currency), { currencyID: currency })
  const scheme = cac('TaxScheme', [cbc('ID', 'VAT')])
  const category = (name: string, of: { category: DocumentLine['tax_category']; tax_bp: number }, reason: boolean) =>
    cac(name, [
      cbc('ID', of.category),
      // Outside the scope of tax there is no rate.
      of.category === 'O' ? null : cbc('Percent', toDecimal(of.tax_bp, 'EUR')),
      ...(reason && of.category === 'O'
        ? [cbc('TaxExemptionReasonCode', 'VATEX-EU-O'), cbc('TaxExemptionReason', 'Not subject to VAT')]
        : []),
      scheme,
    ])
  const due = cac('PaymentTerms', [cbc('Note', `Due on ${facts.due_on}`)])
  const means = facts.provider === null ? undefined : meansCodes[facts.provider]
  const periods = facts.lines.flatMap(({ period_start, period_end }) =>
    period_start === null || period_end === null ? [] : [{ start: period_start, end: period_end }],
  )
  const period = (of: { start: string; end: string } | undefined) =>
    of ? cac('InvoicePeriod', [cbc('StartDate', of.start), cbc('EndDate', addDays(of.end, -1))]) : null

  const content = [
    cbc('CustomizationID', 'urn:cen.eu:en16931:2017'),
    cbc('ID', facts.full_number),
    cbc('IssueDate', facts.issued_on),
    isNote ? null : cbc('DueDate', facts.due_on),
    isNote ? cbc('CreditNoteTypeCode', '381') : cbc('InvoiceTypeCode', '380'),
    facts.allocation_number === null ? null : cbc('Note', `Allocation number ${facts.allocation_number}`),
    cbc('DocumentCurrencyCode', currency),
    period(periods[0]),
    facts.of
      ? cac('BillingReference', [
          cac('InvoiceDocumentReference', [cbc('ID', facts.of.full_number), cbc('IssueDate', facts.of.issued_on)]),
        ])
      : null,
    sellerParty(facts),
    buyerParty(facts),
    means === undefined ? null : cac('PaymentMeans', [cbc('PaymentMeansCode', means)]),
    isNote && amounts.due_minor > 0 ? due : null,
    cac('TaxTotal', [
      amount('TaxAmount', amounts.tax_minor),
      ...amounts.groups.map((group) =>
        cac('TaxSubtotal', [
          amount('TaxableAmount', group.net_minor),
          amount('TaxAmount', group.tax_minor),
          category('TaxCategory', group, true),
        ]),
      ),
    ]),
    cac('LegalMonetaryTotal', [
      amount('LineExtensionAmount', amounts.net_minor),
      amount('TaxExclusiveAmount', amounts.net_minor),
      amount('TaxInclusiveAmount', amounts.total_minor),
      amounts.paid_minor === 0 ? null : amount('PrepaidAmount', amounts.paid_minor),
      amount('PayableAmount', amounts.due_minor),
    ]),
    ...amounts.lines.map((line) => {
      // A price cannot be negative: what is taken off has a negative quantity.
      const isOff = line.net_minor < 0
      const quantity = String(isOff ? -line.quantity : line.quantity)
      const name = isNote ? 'CreditedQuantity' : 'InvoicedQuantity'
      return cac(isNote ? 'CreditNoteLine' : 'InvoiceLine', [
        cbc('ID', String(line.line_no)),
        cbc(name, quantity, { unitCode: 'C62' }),
        amount('LineExtensionAmount', line.net_minor),
        line.period_start !== null && line.period_end !== null
          ? period({ start: line.period_start, end: line.period_end })
          : null,
        cac('Item', [
          cbc('Name', nameOf(line)),
          category('ClassifiedTaxCategory', { category: line.tax_category, tax_bp: line.tax_bp }, false),
        ]),
        // The price of all pieces, so that no rounding is between price and amount.
        cac('Price', [
          amount('PriceAmount', Math.abs(line.net_minor)),
          cbc('BaseQuantity', String(line.quantity), { unitCode: 'C62' }),
        ]),
      ])
    }),
  ]
  const root = isNote ? 'CreditNote' : 'Invoice'
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag(root, content.filter((one) => one !== null).join(''), {
    xmlns: `${namespace}:${root}-2`,
    'xmlns:cac': `${namespace}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${namespace}:CommonBasicComponents-2`,
  })}\n`

  function sellerParty({ seller: of }: DocumentFacts) {
    const id = (of.tax_id ?? '').replaceAll(/[^\dA-Za-z]/g, '')
    // Only numbers that begin with the code of a country are VAT identifiers of EN 16931; all others are registrations.
    const isVat = id.startsWith(of.country_code)
    return cac('AccountingSupplierParty', [
      cac('Party', [
        cac('PartyIdentification', [cbc('ID', of.invoice_prefix)]),
        cac('PostalAddress', [
          cbc('StreetName', of.address),
          cac('Country', [cbc('IdentificationCode', of.country_code)]),
        ]),
        of.is_tax_registered && id !== ''
          ? cac('PartyTaxScheme', [cbc('CompanyID', id), cac('TaxScheme', [cbc('ID', isVat ? 'VAT' : 'TAX')])])
          : null,
        cac('PartyLegalEntity', [cbc('RegistrationName', of.legal_name), isVat ? null : cbc('CompanyID', id)]),
      ]),
    ])
  }

  function buyerParty({ buyer }: DocumentFacts) {
    const person = `${buyer.firstName} ${buyer.lastName}`.trim()
    const vat = (buyer.taxNumber ?? '').replaceAll(/[^\dA-Za-z]/g, '').toUpperCase()
    const isVat = seller.is_tax_registered && vat.startsWith(buyer.country) && vat.length > 4
    return cac('AccountingCustomerParty', [
      cac('Party', [
        cac('PostalAddress', [
          cbc('StreetName', buyer.street),
          cbc('CityName', buyer.city),
          cbc('PostalZone', buyer.zip),
          cbc('CountrySubentity', buyer.state),
          cac('Country', [cbc('IdentificationCode', buyer.country)]),
        ]),
        isVat ? cac('PartyTaxScheme', [cbc('CompanyID', vat), scheme]) : null,
        cac('PartyLegalEntity', [
          cbc('RegistrationName', buyer.company || person),
          isVat ? null : cbc('CompanyID', vat),
        ]),
        cac('Contact', [cbc('Name', person), cbc('Telephone', buyer.phone), cbc('ElectronicMail', buyer.email)]),
      ]),
    ])
  }
}
