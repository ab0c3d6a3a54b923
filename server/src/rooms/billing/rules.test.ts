import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, daysBetween, daysLeft, isExpired, periodOf, type Frequency } from './days.ts'
import { fromDecimal, percent, share, toDecimal } from './money.ts'
import {
  planChange,
  pricePerPiece,
  quoteOf,
  quotePeriod,
  recurringAmount,
  useCredit,
  type PlanPrices,
  type Tier,
} from './rules.ts'
import { dunning, moves, statesBefore } from './states.ts'

const minor = (text: string) => fromDecimal(text, 'USD')!
const money = (amount: number) => toDecimal(amount, 'USD')

const plan = (more: Partial<PlanPrices> = {}): PlanPrices => ({
  billing_plan_id: 1,
  name: 'Monthly',
  currency: 'USD',
  recurring_frequency: 'monthly',
  recurring_minor: 4900,
  other_minor: 0,
  setup_minor: 0,
  gst_bp: 0,
  taxable: ['recurring'],
  tiers: [],
  max_location: null,
  ...more,
})
const tier = (from_location: number, to_location: number | null, price: string): Tier => ({
  from_location,
  to_location,
  per_location_minor: minor(price),
})
const planT = plan({ billing_plan_id: 2, tiers: [tier(1, 5, '39.00'), tier(6, 10, '34.00'), tier(11, null, '29.00')] })
const planA = plan({ billing_plan_id: 3, recurring_minor: 9900, other_minor: 500, setup_minor: 5000, gst_bp: 1000 })

const first = (of: PlanPrices, locations = 1) => money(quotePeriod(of, locations, { isFirst: true })!.total_minor)
const renewal = (of: PlanPrices, locations = 1) => money(quotePeriod(of, locations, { isFirst: false })!.total_minor)
const starts = (anchor: string, frequency: Frequency, count: number) =>
  Array.from({ length: count }, (_, n) => periodOf(anchor, frequency, n).end)

describe('the worked examples', () => {
  test('1: a plan of 49.00 with nothing else', () => expect(first(plan())).toBe('49.00'))

  test('2: setup is due once, and only the recurring part is taxed', () => {
    expect(quotePeriod(planA, 1, { isFirst: true })).toMatchObject({ net_minor: 15_400, tax_minor: 990 })
    expect([first(planA), renewal(planA)]).toEqual(['163.90', '113.90'])
  })

  test('3: the tier that contains the number applies to all locations', () =>
    expect([5, 6, 10, 11].map((n) => renewal(planT, n))).toEqual(['195.00', '204.00', '340.00', '319.00']))

  test.each([
    ['4', '33.35', 1000, '36.69'],
    ['5', '79.95', 1500, '91.94'],
    ['6', '20.20', 1250, '22.73'],
  ])('%s: %s with tax is rounded half up', (_, price, gst_bp, total) =>
    expect(first(plan({ recurring_minor: minor(price), gst_bp }))).toBe(total),
  )

  test('7: a promo plan without prices costs nothing', () => expect(first(plan({ recurring_minor: 0 }))).toBe('0.00'))

  test('8 to 10: months are counted from the anchor, so the last day comes back', () => {
    expect(starts('2027-01-31', 'monthly', 5)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ])
    expect(starts('2027-12-31', 'monthly', 5)).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
    ])
    expect(starts('2027-01-30', 'monthly', 4)).toEqual(['2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30'])
  })

  test('11: a year of a leap day', () =>
    expect(starts('2028-02-29', 'annually', 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']))

  test('12: the first day is that of the web site', () => {
    const paid = new Date('2027-03-31T13:30:00Z')
    expect(periodOf(dayOf(paid, 'Australia/Sydney'), 'monthly', 0)).toEqual({ start: '2027-04-01', end: '2027-05-01' })
    expect(periodOf(dayOf(paid, 'America/New_York'), 'monthly', 0)).toEqual({ start: '2027-03-31', end: '2027-04-30' })
  })

  test.each([
    ['13', 'America/New_York', '2027-03-14', '2027-03-14T05:00:00Z'],
    ['13', 'America/New_York', '2027-03-15', '2027-03-15T04:00:00Z'],
    ['14', 'Australia/Sydney', '2027-04-04', '2027-04-03T13:00:00Z'],
    ['14', 'Australia/Sydney', '2027-04-05', '2027-04-04T14:00:00Z'],
  ])('%s: in %s, what is due on %s is due from %s', (_, zone, day, from) => {
    expect(dayOf(new Date(from), zone)).toBe(day)
    expect(dayOf(new Date(Date.parse(from) - 1), zone)).toBe(addDays(day, -1))
  })

  test('15: a promo code is good until midnight before its day', () => {
    const zone = 'Australia/Sydney'
    expect(isExpired('2027-06-30', new Date('2027-06-29T23:59:59+10:00'), zone)).toBe(false)
    expect(isExpired('2027-06-30', new Date('2027-06-30T00:00:00+10:00'), zone)).toBe(true)
    expect(isExpired(null, new Date('2027-06-30T00:00:00Z'), zone)).toBe(false)
  })

  test('16 to 18: the share of the days that are left', () =>
    expect(
      [
        [23, 31],
        [22, 30],
        [20, 28],
        [21, 29],
        [31, 31],
        [1, 31],
      ].map(([left, all]) => money(share(10_000, left!, all!))),
    ).toEqual(['74.19', '73.33', '71.43', '72.41', '100.00', '3.23']))

  const april = { start: '2027-04-01', end: '2027-05-01' }
  const cost = (of: PlanPrices, from: number, to: PlanPrices, count: number, today: string, period = april) =>
    planChange({ plan: of, locations: from, period }, { plan: to, locations: count }, today)!

  test('19: one location more in the middle of a month', () =>
    expect(money(cost(planT, 5, planT, 6, '2027-04-16').quote.total_minor)).toBe('4.50'))

  test('20: more locations in a cheaper tier cost nothing now and give nothing back', () => {
    expect(cost(planT, 10, planT, 11, '2027-04-16')).toMatchObject({
      kind: 'more_locations',
      quote: { total_minor: 0 },
    })
    expect(renewal(planT, 11)).toBe('319.00')
  })

  test('21: tax on a difference', () => {
    const net = share(10_000, 10, 31)
    const taxed = quoteOf('AUD', 1000, [
      { kind: 'difference', quantity: 1, unit_minor: net, net_minor: net, taxed: true },
    ])
    expect([taxed.net_minor, taxed.tax_minor, taxed.total_minor].map(money)).toEqual(['32.26', '3.23', '35.49'])
  })

  test('22: days left of a year with and without a leap day', () => {
    const left = (year: number) => daysLeft(periodOf(`${year}-01-15`, 'annually', 0), `${year}-07-01`)
    expect([left(2028), left(2027)]).toEqual([
      { left: 198, all: 366 },
      { left: 198, all: 365 },
    ])
    expect([share(48_000, 198, 366), share(48_000, 198, 365)].map(money)).toEqual(['259.67', '260.38'])
  })

  test('23: two steps on a day cost what one costs', () => {
    const january = { start: '2027-01-01', end: '2027-02-01' }
    const step = (from: number, to: number) => cost(planT, from, planT, to, '2027-01-20', january).quote.total_minor
    expect([step(2, 3), step(3, 5), step(2, 5)].map(money)).toEqual(['15.10', '30.19', '45.29'])
  })

  const june = { start: '2027-06-01', end: '2027-07-01' }
  const small = plan({ billing_plan_id: 4, tiers: [tier(1, 5, '39.00')] })

  test('24: another plan at once, where the present one has no price', () => {
    const large = plan({ billing_plan_id: 5, tiers: [tier(6, null, '34.00')] })
    expect(cost(small, 5, large, 8, '2027-06-10', june)).toMatchObject({
      kind: 'plan_now',
      quote: { total_minor: 5390 },
    })
  })

  test('25: from months to years, with tax on what remains to be paid', () => {
    const monthly = plan({ billing_plan_id: 4, gst_bp: 1000, tiers: [tier(1, 5, '39.00')] })
    const annual = plan({
      billing_plan_id: 6,
      gst_bp: 1000,
      recurring_frequency: 'annually',
      tiers: [tier(6, null, '374.00')],
    })
    const { quote, anchor } = cost(monthly, 5, annual, 8, '2027-06-10', june)
    expect([quote.net_minor, quote.tax_minor, quote.total_minor].map(money)).toEqual(['2855.50', '285.55', '3141.05'])
    expect(anchor).toBe('2027-06-10')
  })

  test('26: from years to months leaves credit that pays the next renewals', () => {
    const annual = plan({
      billing_plan_id: 7,
      recurring_frequency: 'annually',
      recurring_minor: 120_000,
      max_location: 5,
    })
    const monthly = plan({ billing_plan_id: 8, tiers: [tier(6, null, '34.00')] })
    const period = { start: '2027-01-01', end: '2028-01-01' }
    const today = addDays('2028-01-01', -265)
    const { quote } = cost(annual, 5, monthly, 8, today, period)
    expect(money(-quote.total_minor)).toBe('599.23')
    let credit = -quote.total_minor
    const taken = [1, 2, 3].map(() => {
      const next = useCredit(credit, 27_200)
      credit = next.credit
      return money(next.used)
    })
    expect(taken).toEqual(['272.00', '272.00', '55.23'])
    expect(credit).toBe(0)
  })

  test('27: the days of an unpaid renewal', () =>
    expect(dunning('2027-02-28')).toEqual({
      tries: ['2027-02-28', '2027-03-01', '2027-03-03', '2027-03-07'],
      suspendedOn: '2027-03-10',
      endedOn: '2027-03-30',
    }))

  test('28: a credit note for part of a month', () => {
    const net = share(9900, 12, 31)
    expect([net, percent(net, 1000), net + percent(net, 1000)].map(money)).toEqual(['38.32', '3.83', '42.15'])
  })

  test('29: the margin on a number', () => expect(money(percent(115, 13_000))).toBe('1.50'))

  test('30: a bundle with tax, and the price of one message', () => {
    const bundle = quoteOf('AUD', 1000, [
      { kind: 'bundle', quantity: 1, unit_minor: 4500, net_minor: 4500, taxed: true },
    ])
    expect(money(bundle.total_minor)).toBe('49.50')
    expect(pricePerPiece(4500, 500, 'AUD')).toBe('0.0900')
  })
})

describe('changes', () => {
  const period = { start: '2027-04-01', end: '2027-05-01' }
  const other = plan({ billing_plan_id: 9, recurring_minor: 9900 })

  test('fewer locations and another plan wait for the renewal', () => {
    const from = { plan: planT, locations: 6, period }
    const fewer = planChange(from, { plan: planT, locations: 4 }, '2027-04-16')
    expect(fewer).toMatchObject({ kind: 'at_renewal', quote: { total_minor: 0 }, now: { locations: 6 } })
    expect(fewer?.pending).toMatchObject({ locations: 4 })
    expect(planChange(from, { plan: other, locations: 6 }, '2027-04-16')?.pending?.plan).toEqual(other)
  })

  test('more locations that the present plan covers come at once, the other plan at the renewal', () => {
    const change = planChange({ plan: planT, locations: 5, period }, { plan: other, locations: 6 }, '2027-04-16')
    expect(change).toMatchObject({
      kind: 'more_locations_then_plan',
      quote: { total_minor: 450 },
      now: { locations: 6, plan: planT },
      pending: { plan: other },
    })
  })

  test('a number without a price is refused', () => {
    const limited = plan({ max_location: 3 })
    expect(planChange({ plan: limited, locations: 3, period }, { plan: limited, locations: 4 }, '2027-04-16')).toBe(
      undefined,
    )
    for (const count of [0, -1, 1.5, Number.NaN, 1e9]) expect(recurringAmount(limited, count)).toBe(undefined)
  })
})

describe('for any numbers', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days))
  const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })

  test('an amount survives its decimal text', () =>
    fc.assert(
      fc.property(amount, (value) => {
        expect(fromDecimal(toDecimal(value, 'USD'), 'USD')).toBe(value)
      }),
    ))

  test('other texts are no amounts', () => {
    for (const text of ['', '1e2', '1.234', '.5', '1.', ' 1', '--1', '1,00', '12345678901234'])
      expect(fromDecimal(text, 'USD')).toBe(undefined)
    expect(() => toDecimal(0.5, 'USD')).toThrow('invalid amount')
    expect(() => toDecimal(1, 'XTS')).toThrow('unknown currency')
  })

  test('a share is within half a minor unit of the exact one, and symmetrical', () =>
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 366 }), fc.nat(366), (value, all, left) => {
        const part = share(value, left, all)
        expect(Math.abs(part * all - value * left) * 2).toBeLessThanOrEqual(all)
        expect(share(-value, left, all)).toBe(0 - part)
      }),
    ))

  test('periods follow each other without a gap and keep the day of the anchor where the month has it', () =>
    fc.assert(
      fc.property(day, fc.constantFrom<Frequency>('monthly', 'annually'), fc.nat(200), (anchor, frequency, n) => {
        const { start, end } = periodOf(anchor, frequency, n)
        const isNext = periodOf(anchor, frequency, n + 1).start === end
        const isAnchored = end.slice(8) === anchor.slice(8) || addDays(end, 1).endsWith('-01')
        const length = daysBetween(start, end)
        const [least, most] = frequency === 'monthly' ? [28, 31] : [365, 366]
        expect({ isNext, isAnchored }).toEqual({ isNext: true, isAnchored: true })
        expect(length >= least && length <= most).toBe(true)
      }),
    ))

  test('a change never costs less than nothing while the period stays, and two steps differ by a minor unit at most', () =>
    fc.assert(
      fc.property(
        fc.record({ from: fc.integer({ min: 1, max: 5 }), more: fc.nat(5), again: fc.nat(5), gone: fc.nat(29) }),
        ({ from, more, again, gone }) => {
          const flat = plan({ tiers: [tier(1, null, '31.37')] })
          const period = { start: '2027-04-01', end: '2027-05-01' }
          const today = addDays(period.start, gone)
          const cost = (of: number, to: number) =>
            planChange({ plan: flat, locations: of, period }, { plan: flat, locations: to }, today)!.quote.total_minor
          const steps = cost(from, from + more) + cost(from + more, from + more + again)
          const whole = cost(from, from + more + again)
          expect(steps).toBeGreaterThanOrEqual(0)
          expect(Math.abs(steps - whole)).toBeLessThanOrEqual(1)
        },
      ),
    ))
})

test('every state that a move leads to exists', () => {
  for (const table of Object.values(moves) as Record<string, readonly string[]>[])
    for (const states of Object.values(table)) for (const state of states) expect(Object.keys(table)).toContain(state)
  expect(statesBefore('refund', 'done')).toEqual(['sent', 'unknown'])
})
