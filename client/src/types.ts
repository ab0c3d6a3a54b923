/** What the API sends and expects. `contract-types.ts` compares these types with the portal's contract. */

export type Rating = 'red' | 'yellow' | 'green'

/** A narrated film of the library. */
export interface PartFilm {
  part_id: string
  part_name: string
  system_name: string
  sub_system_name: string
  video_type: 'narrated' | 'interactive'
  /** Seconds. */
  duration: number
  /** Languages of the narration, such as en-US. */
  narrations: string[]
  /** Codes of the vehicle’s diagnosis that the film explains. */
  trouble_codes: string[]
  /** Absolute URL of a picture. */
  poster: string
}

/** What is common to requests about the library. */
export interface View {
  /** Language of the names in the response: a tag such as es-ES. The default is that of the key’s owner. */
  lang?: string
  brand_id?: number
  driverside?: 'left' | 'right'
}

/** One finding of an inspection. At least one of the texts or a code. */
export interface Finding {
  /** A reference of your own, returned with the result. */
  reference?: string
  rating?: Rating | null
  system?: string
  part?: string
  note?: string
  /** Codes such as P0301. */
  codes?: string[]
}

export interface FindingResult {
  reference: string | null
  rating: Rating | null
  /** The films that fit, the best first, each with the reasons. */
  films: (PartFilm & { because: ('code' | 'part' | 'note' | 'system')[] })[]
  unknown_codes: string[]
}

/** One film of a repair order. */
export interface OrderFilm {
  part_id: string
  /** Title of the row; the default is the name of the film. */
  finding?: string
  /** '2 mm'. */
  measured?: string
  rating?: Rating | null
  /** Minor units: 38000 is 380.00. */
  price?: number | null
  note?: string
}

export interface NewOrderLink {
  /** A key of your own: repeat the request with the same key if you got no response. */
  request_key: string
  ro_number: string
  /** A tag such as en-US, or a number. */
  lang_id: string | number
  films: OrderFilm[]
  asks?: 'decision' | 'information'
  subject?: string
  message?: string
  /** Days until the link expires. */
  days?: number
  /** 1: mails the user when the customer watches. */
  notify?: 0 | 1
  brand_id?: number
  driverside?: 'left' | 'right'
}

export interface DecisionRow {
  part_id: string
  part_name: string
  finding: string
  measured: string
  rating: Rating | null
  price: number | null
  note: string
  answer: 'approve' | 'not_now' | 'ask' | null
  question: string
  reply_by: 'call' | 'text' | null
}

export interface Decision {
  asks: 'decision' | 'information'
  /** ISO 4217. */
  currency: string
  rows: DecisionRow[]
  /** Sums of prices in minor units. */
  total: number
  approved_total: number
  /** Number of approved rows. */
  approved: number
  answered_at: string | null
  taken_up_at: string | null
  handled_at: string | null
}

export interface OrderLink {
  link_id: number
  /** The short URL to send to the customer. */
  tiny_url: string
  ro_number: string
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  expires_at: string
  /** When a person first saw a film. */
  opened_at: string | null
  films: { part_id: string; part_name: string; watched_percent: number }[]
  decision: Decision
}

/** The body of a webhook. */
export interface WebhookEvent {
  type: 'link.opened' | 'link.half_watched' | 'link.answered' | 'reply.received' | 'webhook.test'
  /** ISO 8601. */
  timestamp: string
  data: Record<string, unknown>
}
