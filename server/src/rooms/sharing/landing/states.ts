import type { AskData } from '@cutaway/contract/pages/customer-page.ts'
import type { ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import { type Say, sayIn } from '../../player/page/words.ts'
import { contactRows, framed, type Frame } from './frame.ts'
import { icon, jsonBlock, markup, type Markup } from '../../player/page/markup.ts'

/** Renders the pages of inactive links. */

/**
 * Renders the page of an expired or a revoked link. Both show the shop; only the page of an expired link takes a
 * question.
 */
export function endedPage(
  frame: Frame & { shop: ShopCard },
  token: string,
  message: 'link_expired' | 'link_not_available',
): string {
  const say = sayIn(frame.site, frame.language)
  const shop = frame.shop.business_name
  const takesQuestions = message === 'link_expired'
  const texts = ['link_page_contact_needed', 'link_page_failed', 'too_many_requests'].map((key) => [key, say(key)])
  const data: AskData = { token, texts: Object.fromEntries(texts) as Record<string, string> }
  return framed(frame, {
    title: shop,
    body: markup`<main class="state">
      <span class="seal calm">${icon('clock')}</span>
      <h1>${say(message)}</h1>
      ${takesQuestions ? questionForm(shop, say) : ''}
      <ul class="rows">
        ${contactRows(frame.site, frame.shop, say)}
      </ul>
    </main>`,
    ...(takesQuestions ? { data: jsonBlock('ask-data', data) } : {}),
  })
}

const questionForm = (shop: string, say: Say): Markup =>
  markup`<p>${say('link_page_expired_text', { shop })}</p>
    <form id="ask" novalidate hidden>
      <label for="contact">${say('link_page_contact')}</label>
      <small id="contact-hint">${say('link_page_contact_hint')}</small>
      <input
        id="contact"
        name="contact"
        required
        minlength="3"
        maxlength="200"
        autocomplete="email"
        dir="auto"
        aria-describedby="contact-hint contact-trouble"
      />
      <p class="trouble" id="contact-trouble" role="alert" hidden></p>
      <label for="message">${say('link_page_question')}</label>
      <textarea id="message" name="message" rows="3" maxlength="1000" dir="auto"></textarea>
      <button class="button">${icon('send', 'turn')}${say('link_page_ask')}</button>
      <p class="trouble" id="trouble" role="alert" hidden></p>
    </form>
    <div id="asked" tabindex="-1" hidden>
      <h2>${say('link_page_asked')}</h2>
      <p>${say('link_page_asked_text', { shop, contact: '\u2063' })}</p>
    </div>`

/** Renders the page of an unknown link. It reveals nothing. */
export function unknownPage(frame: Frame): string {
  const say = sayIn(frame.site, frame.language)
  return framed(frame, {
    title: frame.site.name,
    body: markup`<main class="state">
      <span class="seal calm">${icon('clock')}</span>
      <h1>${say('link_not_available')}</h1>
      <p>${say('link_page_unknown_text')}</p>
    </main>`,
  })
}
