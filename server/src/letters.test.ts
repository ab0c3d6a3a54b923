import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './core/config.ts'
import type { Database } from './core/db/database.ts'
import { siteDirectory, type Site, type SiteDirectory } from './core/tenancy.ts'
import { localeFile, shipped } from './core/texts.ts'
import { embedRefused } from './rooms/embeds/page/letters.ts'
import { senderConfirmation } from './rooms/branding/senders/letters.ts'
import type { Letter } from './rooms/messaging/letter/letter.ts'
import { queueMail, type Words } from './rooms/messaging/mail.ts'
import { actedFor, passwordChanged, secondStepChanged, passwordReset } from './rooms/sessions/letters.ts'
import { customerAnswered, customerWatched, linkQuestion } from './rooms/sharing/notify.letters.ts'
import { contactMessage } from './rooms/sites/letters.ts'
import { loginDetails } from './rooms/users/letters.ts'
import { testDatabase } from './testing/database.ts'

/** The mails that the portal itself writes, from all rooms. */

let database: Database
let remove: () => Promise<void>
let sites: SiteDirectory
let site: Site
beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
  sites = await siteDirectory(database, 31, () => undefined)
  site = sites.byId(31)!
})
afterAll(async () => {
  sites.stop()
  await remove()
})

const link = 'https://portal.test/forgot_password/tok_en-123'
const undecided = { rows: [], total: '', contact: '' }
const decided = {
  rows: [
    { name: 'Front brake pads', answer: 'approve' as const, price: '$389.00', question: '' },
    { name: 'Front tires', answer: 'ask' as const, price: '$298.00', question: 'Can these wait until spring?' },
    { name: 'Rear shock absorbers', answer: 'approve' as const, price: '$612.00', question: '' },
  ],
  total: '$1,001.00',
  contact: '+1 503 555 0142',
}
const told = { customer: 'marcus@hale.test', at: 'today', ro_number: 'RO 1', link }
const letters: Record<string, (words: Words) => Letter> = {
  'a new password': passwordReset({ username: 'anna', link }),
  'a changed password': passwordChanged({ username: 'anna' }),
  'an added passkey': secondStepChanged({ username: 'anna', kind: 'passkey_added', name: 'Anna’s phone' }),
  'a manager who acts for the user': actedFor({ username: 'anna', manager: 'Elena Voss', reason: 'On leave' }),
  'an invitation': loginDetails({ username: 'anna', sender: 'Elena Voss', link, isInvited: true }),
  'log-in details': loginDetails({ username: 'anna', sender: 'Elena Voss', link, isInvited: false }),
  'an address to confirm': senderConfirmation({ email: 'dana@garage.test', name: 'Dana', link }),
  'a message from a visitor': contactMessage({
    name: 'Vera',
    email: 'vera@visitors.test',
    message: 'Hello',
    details: { zip: '1', state: 'S', city: 'C', business_name: 'B', country_code: 'us' },
  }),
  'a website that was refused': embedRefused({
    name: 'Disc brake',
    host: 'evil.example',
    domains: ['northgate.example'],
    link,
  }),
  'a customer who watched': customerWatched({ ...told, films: [{ name: 'Disc brake', percent: '80 %' }] }),
  'a customer who passed the link on': customerWatched({
    ...told,
    customer: null,
    films: ['a', 'b'].map((name) => ({ name, percent: '1 %' })),
  }),
  'a customer who approved': customerAnswered({ ...told, answer: 'approve', film: 'Disc brake', ...decided }),
  'a customer who wants a call': customerAnswered({ ...told, answer: 'call', film: 'Disc brake', ...undecided }),
  'a customer who changed their mind': customerAnswered({
    ...told,
    answer: 'withdraw',
    film: 'Disc brake',
    ...undecided,
  }),
  'a customer who pressed the button': customerAnswered({
    ...told,
    answer: 'action',
    film: 'Disc brake',
    ...undecided,
  }),
  'a customer who asks': customerAnswered({ ...told, answer: 'ask', film: 'Disc brake', ...undecided }),
  'a customer who declines': customerAnswered({ ...told, answer: 'not_now', film: 'Disc brake', ...undecided }),
  'a question about a link': linkQuestion({ film: 'Disc brake', contact: 'Marcus', message: 'Hi', ro_number: 'RO 1' }),
}

/** Returns the mail as it is queued; it is not sent here. */
async function written(tag: string, letter: (words: Words) => Letter, replyTo?: string) {
  const services = { config: readConfig({ NODE_ENV: 'test' }), jobs: { enqueue: () => Promise.resolve() } }
  const language = sites.language(tag)!
  return database.inTenant(31, async (db) => {
    const id = await queueMail(db, services, site, { to: 'anna@garage.test', replyTo, language, letter })
    return db.selectFrom('mails').selectAll().where('mail_id', '=', id).executeTakeFirstOrThrow()
  })
}

test.each(['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH'])(
  'every mail is complete in %s',
  async (tag) => {
    expect(localeFile(shipped, tag)).toBeDefined()
    for (const [name, letter] of Object.entries(letters)) {
      const { subject, text, html, language_code } = await written(tag, letter)
      expect(language_code).toBe(tag)
      for (const part of [subject, text, html]) expect(part, name).not.toMatch(/mail_\w+|\{\w+\}|undefined/)
    }
  },
)

test('the mail for a new password contains the link, how long it works, and the site', async () => {
  const { html, text, subject } = await written('en-US', letters['a new password']!)
  expect(subject).toBe(`Set a new password for ${site.name}`)
  expect(text.split('\n')).toContain(link)
  expect(text).toContain('valid for 1 hour')
  expect(html).toContain(`href="${link}"`)
  expect(html).toContain(site.theme.brand)
  expect(html).toContain(site.company)
})

test('Hebrew is laid out from right to left, including table cells', async () => {
  const { html, text } = await written('he-IL', letters['a new password']!)
  expect(html).toMatch(/<html[^>]* dir="rtl"/)
  expect(html).toMatch(/<html[^>]* lang="he-IL"/)
  expect(html).toMatch(/<body[^>]* dir="rtl"/)
  expect(html).toMatch(/<td dir="rtl" align="right"/)
  expect(html).not.toContain('text-align:left')
  expect(text).toContain('תקף לשעה אחת')
  expect(text).toContain(`\u2066${site.contact_phone}\u2069`)
  expect(text.split('\n')).toContain(link)
})

test('a visitor’s words are shown as text', async () => {
  const letter = contactMessage({
    name: 'Vera\r\nBcc: everybody@victims.test',
    email: 'vera@visitors.test',
    message: '<script>alert(1)</script>\n<b>My car</b> & {site}',
    details: { city: '"><img src=x onerror=alert(2)>', country_code: 'au' },
  })
  const { html, text, subject, reply_to } = await written('en-US', letter, 'vera@visitors.test')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toMatch(/<script|<img|<b>/)
  expect(html).toContain('Australia')
  expect(text).toContain('<b>My car</b> & {site}')
  expect(subject).not.toMatch(/[\r\n]/)
  expect(reply_to).toBe('vera@visitors.test')
})
