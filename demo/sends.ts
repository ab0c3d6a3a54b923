/** What the adviser of each demo site sent to customers in the last weeks: what was found, and what they answered. */

export type DemoPart = 'BRKDSC' | 'BRKPAD' | 'ENGFST' | 'ENGTMB' | 'TYRWER' | 'SUSDMP' | 'COLCIR' | 'ELECHG'

/** One film of a send, with what was found. Words are for sites whose first language is English. */
export interface DemoFilm {
  part: DemoPart
  finding?: string
  measured?: string
  rating?: 'red' | 'yellow' | 'green'
  /** In dollars; other currencies get a rounded amount of about the same worth. */
  price?: number
  note?: string
  answer?: 'approve' | 'not_now' | 'ask'
  question?: string
  reply_by?: 'call' | 'text'
}

export interface DemoSend {
  channel: 'email' | 'sms'
  to: string
  ro: string
  daysAgo: number
  films: readonly DemoFilm[]
  asks?: 'information'
  /** Percentage of the first film watched in each visit. The first visit is three hours after the send. */
  watched?: number[]
  /** The shop has started the work, or has called back. */
  handled?: true
  /** The customer’s answer has not been read yet. */
  unread?: true
  /** Delivery failed. */
  lost?: string
}

export const demoSends: readonly DemoSend[] = [
  {
    channel: 'sms',
    to: '+1 503 555 0142',
    ro: 'RO 48213',
    daysAgo: 1,
    watched: [82],
    films: [
      {
        part: 'BRKDSC',
        finding: 'Front brake pads',
        measured: '2 mm',
        rating: 'red',
        price: 389,
        note: 'This is the squeal you hear when braking.',
        answer: 'approve',
      },
      {
        part: 'TYRWER',
        finding: 'Front tires',
        measured: '4/32 in',
        rating: 'yellow',
        price: 298,
        note: 'Safe on dry roads. Stopping in rain takes longer.',
        answer: 'not_now',
      },
      {
        part: 'SUSDMP',
        finding: 'Rear shock absorbers',
        rating: 'yellow',
        price: 612,
        note: 'The right one leaks oil. We replace both.',
        answer: 'approve',
      },
    ],
  },
  {
    channel: 'sms',
    to: '+1 503 555 0188',
    ro: 'RO 48199',
    daysAgo: 2,
    watched: [64],
    unread: true,
    films: [
      {
        part: 'ELECHG',
        finding: 'Battery',
        measured: '12.1 V',
        rating: 'yellow',
        price: 219,
        note: 'It starts the car today. A cold morning may be too much for it.',
        answer: 'ask',
        question: 'Can this wait until spring?',
        reply_by: 'text',
      },
      { part: 'COLCIR', finding: 'Coolant', rating: 'green', note: 'Fresh and at the right level.' },
    ],
  },
  {
    channel: 'email',
    to: 'elena.sorokina@mailbox.example',
    ro: 'RO 48190',
    daysAgo: 2,
    films: [{ part: 'BRKPAD', finding: 'Rear brake pads', measured: '4 mm', rating: 'yellow', price: 312 }],
  },
  {
    channel: 'sms',
    to: '+1 503 555 0177',
    ro: 'RO 48177',
    daysAgo: 2,
    watched: [100],
    asks: 'information',
    films: [{ part: 'ENGFST', note: 'Nothing to do: this is how your engine works.' }],
  },
  {
    channel: 'email',
    to: 'priya.raman@mailbox.example',
    ro: 'RO 48140',
    daysAgo: 3,
    watched: [100, 64],
    handled: true,
    films: [
      {
        part: 'ENGTMB',
        finding: 'Timing belt',
        rating: 'yellow',
        price: 740,
        note: 'Due at 90,000 miles. If it breaks, the engine is damaged.',
        answer: 'approve',
      },
    ],
  },
  {
    channel: 'sms',
    to: '+1 503 555 0122',
    ro: 'RO 48122',
    daysAgo: 3,
    watched: [47],
    unread: true,
    films: [
      {
        part: 'BRKDSC',
        finding: 'Front discs and pads',
        measured: '3 mm',
        rating: 'red',
        price: 640,
        answer: 'ask',
        question: 'Is it safe to drive to work tomorrow?',
        reply_by: 'call',
      },
    ],
  },
  {
    channel: 'sms',
    to: '+1 503 555 0101',
    ro: 'RO 48101',
    daysAgo: 4,
    lost: '30006: not a mobile number',
    films: [{ part: 'BRKDSC', finding: 'Front brake pads', rating: 'yellow', price: 389 }],
  },
  {
    channel: 'email',
    to: 'grace.oduya@mailbox.example',
    ro: 'RO 48080',
    daysAgo: 9,
    watched: [35, 90, 100],
    films: [
      { part: 'BRKDSC', finding: 'Front brake pads', measured: '6 mm', rating: 'yellow', price: 389 },
      { part: 'TYRWER', finding: 'Tires', measured: '7/32 in', rating: 'green', note: 'Good for another winter.' },
    ],
  },
  {
    channel: 'email',
    to: 'tom.lind@mailbox.example',
    ro: 'RO 48002',
    daysAgo: 16,
    watched: [100],
    films: [
      {
        part: 'BRKPAD',
        finding: 'Front brake pads',
        measured: '5 mm',
        rating: 'yellow',
        price: 389,
        answer: 'not_now',
      },
    ],
  },
]

/** About what a dollar is worth; a demo needs no exchange rate. */
const worth: Readonly<Record<string, number>> = { GBP: 0.8, AUD: 1.5, NZD: 1.6, ILS: 3.6, INR: 80, MYR: 4.5, ZAR: 18 }

/** Returns a price in minor units of a currency. All currencies of the demo have two decimal places. */
export const priceIn = (currency: string, dollars: number | undefined): number | null =>
  dollars === undefined ? null : Math.round(dollars * (worth[currency] ?? 1)) * 100
