import { priceOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quotePeriod, type PricePart } from '../../billing/rules.ts'

const amount = fc.integer({ min: 0, max: 10_000_000 })

test('the price that the page shows is the one that is charged, to the cent', () =>
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.integer({ min: 0, max: 2500 }),
      fc.uniqueArray(fc.constantFrom<PricePart>('recurring', 'other', 'setup')),
      fc.option(fc.integer({ min: 1, max: 40 })),
      fc.boolean(),
      fc.integer({ min: 1, max: 60 }),
      (recurring_minor, other_minor, setup_minor, gst_bp, taxable, max_location, isTiered, locations) => {
        const tiers = [
          { from_location: 1, to_location: 5, per_location_minor: recurring_minor },
          { from_location: 6, to_location: null, per_location_minor: other_minor },
        ]
        const plan = {
          billing_plan_id: 1,
          name: 'Workshop',
          currency: 'AUD',
          recurring_frequency: 'monthly' as const,
          recurring_minor,
          other_minor,
          setup_minor,
          gst_bp,
          taxable,
          max_location,
          tiers: isTiered ? tiers : [],
        }
        const shown = priceOf(plan, locations)
        const today = quotePeriod(plan, locations, { isFirst: true })
        const renewal = quotePeriod(plan, locations, { isFirst: false })
        expect(shown?.today).toBe(today?.total_minor)
        expect(shown?.tax_today).toBe(today?.tax_minor)
        expect(shown?.renewal).toBe(renewal?.total_minor)
      },
    ),
  ))
