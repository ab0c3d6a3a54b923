import { describe, expect, test } from 'vitest'
import { creditOf } from './credit-notes.ts'

/** What a credit note says for an amount that goes back. */

const invoice = { currency: 'AUD', gst_bp: 1000, taxed_minor: 9900, untaxed_minor: 5500, tax_minor: 990 }

describe('an amount that goes back', () => {
  test('as a whole gives the whole invoice back, to the cent', () => {
    expect(creditOf(invoice, 16_390)).toMatchObject({ net_minor: -15_400, tax_minor: -990, total_minor: -16_390 })
  })

  test('in part has the tax of its part: 42.15 of 108.90 with GST', () => {
    const taxed = { ...invoice, untaxed_minor: 0 }
    expect(creditOf(taxed, 4215)).toMatchObject({ net_minor: -3832, tax_minor: -383, total_minor: -4215 })
  })

  test('of an invoice without tax is one line', () => {
    const plain = { ...invoice, gst_bp: 0, taxed_minor: 0, tax_minor: 0 }
    expect(creditOf(plain, 100)).toMatchObject({ lines: [{ net_minor: -100, taxed: false }], tax_minor: 0 })
  })

  test('in many parts is never more or less than the invoice', () => {
    for (let part = 1; part <= 16_390; part += 37) {
      const { lines, net_minor, tax_minor, total_minor } = creditOf(invoice, part)
      expect([net_minor + tax_minor, lines.reduce((sum, line) => sum + line.net_minor, 0)]).toEqual([
        total_minor,
        net_minor,
      ])
    }
  })
})
