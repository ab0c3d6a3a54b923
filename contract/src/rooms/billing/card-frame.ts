/** What the card frame (/pay/card/<token>) and the page around it know of each other. They speak by postMessage. */

/** The data that the server embeds in the frame for its script. */
export interface CardFrameData {
  provider: 'cybersource' | 'eway'
  script: { url: string; integrity: string | null }
  /** What the provider's script is started with. */
  settings: Record<string, string>
  /** The colour of the web site. */
  hue: string
  /** Texts by message key. */
  texts: Record<string, string>
}

export type CardField = 'number' | 'name' | 'expiry' | 'code'

/** From the page to the frame. */
export type ToCardFrame =
  /** Give a token for what was typed. */
  | { to: 'card-frame'; act: 'submit' }
  /** Show a page of the cardholder's bank. */
  | { to: 'card-frame'; act: 'action'; action: CardAction }
  /** Empty the security code, after a decline. */
  | { to: 'card-frame'; act: 'clear-code' }

/** A page of the cardholder's bank, as a payment asks for it (data.action). */
export interface CardAction {
  url: string
  post: Record<string, string>
  isHidden: boolean
}

/** From the frame to the page. No message holds a digit of the card but the last four. */
export type FromCardFrame =
  | { from: 'card-frame'; kind: 'ready' }
  /** The provider's script did not load, so there are no fields. */
  | { from: 'card-frame'; kind: 'blocked' }
  /** The first field that is missing or wrong; the frame shows why and has the focus there. */
  | { from: 'card-frame'; kind: 'incomplete'; field: CardField }
  | ({ from: 'card-frame'; kind: 'token' } & CardToken)
  /** The bank's page has finished: repeat the call. */
  | { from: 'card-frame'; kind: 'action'; state: 'done' }
  /** Enter was pressed in a field. */
  | { from: 'card-frame'; kind: 'enter' }
  /** The height in pixels that the content takes. */
  | { from: 'card-frame'; kind: 'height'; height: number }

/** A card as the page around the frame knows it. */
export interface CardToken {
  payment_token: string
  name_on_card: string
  /** Null where the provider does not tell. */
  brand: string | null
  last4: string | null
  /** 'MM/YY'. */
  expiry: string | null
}
