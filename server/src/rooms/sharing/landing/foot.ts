import type { ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import { legalText } from '../../sites/legal.ts'
import { type Say, sayIn } from '../../player/page/words.ts'
import { framed, type Frame } from './frame.ts'
import { markup, Markup } from '../../player/page/markup.ts'

/** Renders the last line of the landing page, and the privacy policy to which it leads. */

export interface Foot {
  /** URL of the privacy policy. */
  privacy: string
  /** URL of the signed page that ends messages to the recipient; null if the link has none, or for the shop itself. */
  stop: string | null
}

export const footLinks = ({ privacy, stop }: Foot, say: Say): Markup =>
  markup`<a href="${privacy}">${say('link_page_privacy')}</a>${
    stop === null ? '' : markup` · <a href="${stop}">${say('link_page_stop')}</a>`
  }`

/** Renders the privacy policy of the web site for a customer, in the frame of the shop. `back` is the URL of the film. */
export function privacyPage(frame: Frame & { shop: ShopCard }, back: string): string {
  const say = sayIn(frame.site, frame.language)
  return framed(frame, {
    title: say('privacy_policy'),
    isAnswer: true,
    body: markup`<main class="policy">
      <h1>${say('privacy_policy')}</h1>
      ${new Markup(legalText('privacy', frame.language.language_code, frame.site))}
      <a class="button quiet" href="${back}">${say('link_page_back')}</a>
    </main>`,
  })
}
