import type { Parts } from '../gateway.ts'
import { escaped } from '../markup.ts'
import { soldNumbers } from './telephones.ts'

/** The part of the gateway's page where a customer writes to a number that was sold, or calls it. */

const shown = 20

export function telephoneCards({ ledger }: Pick<Parts, 'ledger'>): string {
  const numbers = soldNumbers({ ledger })
  const contacts = ledger.lines.flatMap((line) => (line.kind === 'contact' ? [line] : [])).toReversed()
  return `<section class="card" aria-labelledby="telephones"><h2 id="telephones">A customer writes or calls</h2>${
    numbers.length === 0
      ? '<p>No telephone number was sold yet. Buy one on the portal; a customer can then write to it from here.</p>'
      : `<p>The portal gets what the carrier would send it. No telephone rings.</p>
<form method="post" action="/control"><div class="grid wide">
<label>From<input type="tel" name="contact.from" value="${escaped(contacts[0]?.from ?? '+15035550142')}" pattern="\\+[1-9][0-9]{6,14}" title="A whole number with its country code, such as +15035550142" required></label>
<label>To<select name="contact.to">${numbers.map((one) => option(one, contacts[0]?.to)).join('')}</select></label></div>
<label class="words">Words<textarea name="contact.body" rows="3" maxlength="1600"></textarea></label>
<div class="acts"><button class="primary" name="contact.kind" value="text">Write</button><button name="contact.kind" value="call">Call instead</button></div></form>${
          contacts.length === 0
            ? ''
            : `<h3 id="contacts">What customers did</h3><div class="scroll" tabindex="0" role="group" aria-labelledby="contacts"><table class="lines"><thead><tr><th scope="col">Time</th><th scope="col">From</th><th scope="col">To</th><th scope="col">What</th><th scope="col">Answer</th><th scope="col">Then the carrier</th></tr></thead><tbody>${contacts
                .slice(0, shown)
                .map(
                  ({ at, from, to, body, status, text }) =>
                    `<tr><td data-label="Time"><time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)}</time></td><td data-label="From" class="digits">${escaped(from)}</td><td data-label="To" class="digits">${escaped(to)}</td><td data-label="What">${body === null ? '<span class="tag">Call</span>' : escaped(body)}</td><td data-label="Answer">${status ?? 'no answer'}</td><td data-label="Then">${escaped(inWords(text))}</td></tr>`,
                )
                .join('')}</tbody></table></div>`
        }`
  }</section>`
}

const option = ({ phoneNumber, isReleased }: { phoneNumber: string; isReleased: boolean }, last: string | undefined) =>
  `<option value="${escaped(phoneNumber)}"${phoneNumber === last ? ' selected' : ''}>${escaped(phoneNumber)}${isReleased ? ' (given back)' : ''}</option>`

/** Returns what Twilio's markup tells the carrier to do, in words. */
function inWords(markup: string): string {
  const plain = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim()
  const steps = [...markup.matchAll(/<(Message|Say|Dial|Reject|Hangup)\b[^>]*?(?:\/>|>([^<]*)<\/\1>)/g)]
  if (steps.length === 0) return 'Does nothing'
  const named: Record<string, string> = { Message: 'Writes back', Say: 'Says', Dial: 'Rings at' }
  return steps
    .map(([, step = '', words = '']) => {
      if (step === 'Reject') return 'Refuses the call'
      return step === 'Hangup' ? 'Hangs up' : `${named[step]}: ${plain(words)}`
    })
    .join('. ')
    .replaceAll(/([.!?])\. /g, '$1 ')
}
