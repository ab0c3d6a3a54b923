import { contract } from '@cutaway/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../server/src/outside/payments/testing.ts'
import { codesTo } from '../server/src/rooms/signup/testing.ts'
import { browserWorld, expectAccessible, moving, phone, type BrowserWorld } from './support/world.ts'

/** Covers the public pages of a site: home, texts and forms; and the demo outbox. */

let w: BrowserWorld
let money: TestMoney
beforeAll(async () => {
  money = await testMoney()
  w = await browserWorld(undefined, undefined, { payments: money.payments })
})
afterAll(async () => {
  await w.close()
  await money.close()
})

test('a visitor sees what the product does and plays a sample', async () => {
  const page = await w.visitor(moving)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Show the customer what you see' }).waitFor()
  // The still shows the labels of the pieces.
  await page.getByRole('figure').getByText('Floating caliper').waitFor()
  for (const point of [
    'Find it in seconds',
    'Send it before the car is off the lift',
    'See who watched and who approved',
  ])
    await page.getByRole('heading', { name: point }).waitFor()

  await page.getByRole('link', { name: 'Watch a sample' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disc brake' })
  await dialog.waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.5)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/bhome')

  const samples = page.getByRole('region', { name: 'Sample films' })
  await samples
    .getByRole('link', { name: /Interactive/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a site shows the sign-up links that it has', async () => {
  const withTrial = await w.visitor({ site: 33 })
  await withTrial.goto('/bhome')
  const main = withTrial.getByRole('main')
  await main.getByRole('link', { name: 'Start free trial' }).waitFor()
  await main.getByText('Try it for 1 hour.').waitFor()
  await main.getByRole('link', { name: 'Or subscribe' }).waitFor()
  await withTrial.goto('/login')
  await withTrial.getByRole('dialog').getByRole('link', { name: 'Start free trial' }).waitFor()

  const closed = await w.visitor({ site: 2 })
  await closed.goto('/bhome')
  await closed.getByRole('main').getByRole('link', { name: 'Log in' }).waitFor()
  await expect.poll(() => closed.getByRole('link', { name: /free trial|subscribe|sign up/i }).count()).toBe(0)
  for (const path of ['/signup', '/signup_us', '/signup_au', '/subscribe']) {
    await closed.goto(path)
    await closed.getByText('You can’t sign up on this site').waitFor()
  }
  await closed.goto('/free_trial')
  await closed.getByText('This site has no free trial').waitFor()
})

test('shows a carousel on a site that has one', async () => {
  const page = await w.visitor({ site: 33 })
  await page.goto('/bhome')
  await page.getByRole('region', { name: 'Sample films' }).scrollIntoViewIfNeeded()
  const films = page.getByRole('group', { name: 'Sample films' }).getByRole('link')
  await expect.poll(() => films.count()).toBeGreaterThan(2)
})

test('home, news, about, contact, terms and privacy need no login', async () => {
  const page = await w.visitor()
  await page.goto('/bhome')
  const header = page.getByRole('banner')
  for (const [link, path, heading] of [
    ['News', '/bnews', 'News'],
    ['About', '/baboutus', 'About us'],
    ['Contact', '/bcontact', 'Contact'],
    ['Terms', '/terms_and_condition', 'Terms and conditions'],
    ['Northgate Motors', '/bhome', 'Show the customer what you see'],
  ] as const) {
    await header.getByRole('link', { name: link }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  await page.getByRole('contentinfo').getByRole('button', { name: 'Privacy policy' }).click()
  await page.getByRole('dialog', { name: 'Privacy policy' }).waitFor()
})

test('a visitor reads the news of the site without links to films that need a login', async () => {
  const page = await w.visitor({ locale: 'he-IL' })
  await page.goto('/bnews')
  const articles = page.getByRole('article')
  await expect.poll(() => articles.count()).toBe(4)
  await expect.poll(() => articles.first().innerText()).toMatch(/[\u0590-\u05ff]/)
  await expect
    .poll(() => articles.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href'))))
    .toEqual(['https://www.w3.org/WAI/media/av/captions/'])
})

test('every sign-up or login URL opens its dialog over the home page', async () => {
  const sheet = 'Create your account'
  for (const [site, dialogs] of [
    [
      31,
      { '/OpenLoginDialog': 'Log in', '/login': 'Log in', '/subscribe': sheet, '/signup': sheet, '/signup_us': sheet },
    ],
    [
      33,
      {
        '/signup_au': sheet,
        '/signup_au/SPRING26': sheet,
        '/signup_au_promo': sheet,
        '/free_trial': 'Start free trial',
      },
    ],
  ] as const) {
    const page = await w.visitor({ site })
    for (const [path, name] of Object.entries(dialogs)) {
      await page.goto(path)
      const dialog = page.getByRole('dialog', { name })
      await dialog.waitFor()
      await dialog.getByRole('textbox').first().waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname, path).toBe('/bhome')
    }
  }
})

test('a school asks for an account on the education home page, and activates it by the mailed link', async () => {
  const page = await w.visitor()
  await page.goto('/eduhome')
  const dialog = page.getByRole('dialog', { name: 'Account for a school' })
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByRole('alert').getByRole('link', { name: 'School or college' }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('school_name')

  await dialog.getByLabel('School or college').fill('Hillside College')
  await dialog.getByLabel('First name').fill('Edith')
  await dialog.getByLabel('Last name').fill('Moreau')
  await dialog.getByLabel('Email').fill('edith@hillside.example')
  await dialog.getByLabel('Phone').fill('503 234 0186')
  await dialog.getByRole('checkbox', { name: /^I accept/ }).check()
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByRole('heading', { name: 'Check your email' }).waitFor()
  await dialog.getByRole('link', { name: 'Open the outbox' }).click()
  const mail = await newestMail(page)
  const [link] = /https?:\/\/\S+educationAccountActivate\/[\w/?=.-]+/.exec(mail) ?? []
  await page.goto(link!)
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('heading', { name: 'The account of Hillside College is active' }).waitFor()
})

test('Renee signs up in the US and pays by card, sees her password once, and is logged in', async () => {
  const page = await w.visitor()
  await page.goto('/signup_us')
  const sheet = page.getByRole('dialog', { name: 'Create your account' })
  await sheet.getByRole('button', { name: 'More locations' }).click()
  const renee = {
    'Business name': 'Cedar Street Auto Repair',
    'Street address': '2240 Cedar Street',
    City: 'Beaverton',
    'ZIP code': '97005',
    'First name': 'Renee',
    'Last name': 'Castillo',
    Email: 'renee@cedarstreet.example',
    'Mobile phone': '503 234 0186',
  }
  for (const [name, text] of Object.entries(renee))
    // oxlint-disable-next-line no-await-in-loop -- one field after the other, as people type
    await sheet.getByRole('textbox', { name, exact: true }).fill(text)
  await sheet.getByLabel('State', { exact: true }).selectOption('OR')
  await sheet.getByRole('checkbox', { name: /^I accept/ }).check()
  await sheet.getByRole('button', { name: 'Continue to payment' }).click()

  const payment = page.getByRole('dialog', { name: 'Payment' })
  const code = payment.getByLabel('One-time code')
  await code.waitFor()
  const [sent] = await codesTo(w.server, '+15032340186')
  await code.fill(sent!)
  const card = payment.frameLocator('iframe')
  await card.frameLocator('#card-number iframe').getByRole('textbox').fill('4111 1111 1111 1111')
  await card.getByLabel('Expiry date').fill('12/34')
  await card.frameLocator('#card-code iframe').getByRole('textbox').fill('123')
  await card.getByLabel('Name on card').fill('Renee Castillo')
  await expectAccessible(page)
  await payment.getByRole('button', { name: 'Pay $128.00' }).click()

  const ready = page.getByRole('dialog', { name: 'Your account is ready' })
  await ready
    .getByText(/Paid \$128\.00 with .*1111\. Receipt \S+ is on its way to renee@cedarstreet\.example/)
    .waitFor()
  await ready.getByText(/^([a-z\d]{4}-){3}[a-z\d]{4}$/).waitFor()
  await expectAccessible(page)
  await page.setViewportSize(phone.viewport)
  await expectAccessible(page)
  await ready.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/home')
  expect(money.gateway.ledger.charges.size).toBe(1)
})

test('the contact form reports missing fields, requires the captcha, and sends', async () => {
  const page = await w.visitor()
  await page.goto('/bcontact')
  await page.getByRole('button', { name: 'Send message' }).click()
  const summary = page.getByRole('alert')
  await summary.getByText('3 things to correct').waitFor()
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Email' }).click()
  await page.keyboard.type('petra')
  await page.getByLabel('Name', { exact: true }).fill('Petra Lindqvist')
  await page.getByLabel('Message').fill('How do I show a film in the waiting room?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Enter a complete address').waitFor()
  await page.getByLabel('Email').fill('petra@lindqvist.example')
  const robot = page.getByRole('checkbox', { name: /robot|Confirmed/ })
  if (!(await robot.isChecked())) await robot.click()
  await page.getByRole('checkbox', { name: 'Confirmed', checked: true }).waitFor()
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('heading', { name: 'Your message has been sent' }).waitFor()
  await page.getByRole('link', { name: 'Open the outbox' }).click()
  const mail = await newestMail(page, 'Petra Lindqvist')
  expect(mail).toContain('How do I show a film in the waiting room?')
  expect(mail).toContain('petra@lindqvist.example')
})

test('the outbox shows text messages beside mail: recipient, text with its link, picture of an MMS', async () => {
  const dana = await w.server.loggedIn('advisor')
  const text = {
    moNumber: '+1 503 555 0142',
    opt_in_date: new Date().toISOString().slice(0, 10),
    emailMessage: 'Your front pads are at 2 mm:',
    selectedList: [{ part_id: 'BRKDSC', tag_name: '', part_name: '', language_id: 50 }],
    country_code: 'us',
    brand_id: 1,
    lang_id: 50,
    driverside: 'left' as const,
  }
  expect((await dana.send(contract.sharing.sendSms, { body: text })).status).toBe(1)
  expect((await dana.send(contract.sharing.sendMms, { body: text })).status).toBe(1)

  const page = await w.visitor(phone)
  await page.goto('/outbox')
  const list = page.getByRole('navigation', { name: 'Outbox' })
  const [picture, words] = [
    list.getByRole('link', { name: /^Picture message \+15035550142/ }),
    list.getByRole('link', { name: /^Text message \+15035550142/ }),
  ]
  await words.click()
  await page.getByRole('heading', { name: 'Text message' }).waitFor()
  const bubble = page.getByText('Your front pads are at 2 mm:').last()
  await bubble.getByText('Reply STOP to opt out').waitFor()
  const link = bubble.getByRole('link')
  await expect.poll(() => link.getAttribute('href')).toBe(await link.innerText())
  await expect.poll(() => link.innerText()).toMatch(/^http:\/\/[^/]+\/l\/[\w-]+$/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All messages' }).click()
  await picture.click()
  const shown = page.getByRole('img', { name: 'The picture of this message' })
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(200)
  await expectAccessible(page)
})

test('shows the texts of the site in the language of the page', async () => {
  const page = await w.visitor({ locale: 'es-ES' })
  await page.goto('/baboutus')
  await page.getByRole('heading', { level: 1, name: 'Quiénes somos' }).waitFor()
  await page.goto('/terms_and_condition')
  await page.getByRole('heading', { level: 1, name: 'Términos y condiciones' }).waitFor()
  await expect.poll(async () => (await page.getByRole('article').innerText()).length).toBeGreaterThan(500)
})

test('the copyright line has the current year, and Chinese hosts show their own notice', async () => {
  const page = await w.visitor()
  const line = page.getByRole('contentinfo').locator('small')
  await page.goto('/bhome')
  const year = new Date().getFullYear()
  await expect.poll(() => line.innerText()).toMatch(new RegExp(`© ${year}. All rights reserved.$`))
  await page.goto(`http://films.example.cn:${new URL(w.address()).port}/bhome`)
  await expect.poll(() => line.innerText()).toMatch(new RegExp(`© ${year}. All rights reserved in mainland China`))
})

/** Returns the text of the newest mail, or of the newest whose entry names `about`. The outbox must be open. */
async function newestMail(page: Page, about = ''): Promise<string> {
  await page.waitForURL('**/outbox')
  await page.getByRole('navigation', { name: 'Outbox' }).getByRole('link', { name: about }).first().click()
  await page.frameLocator('iframe').locator('body').waitFor()
  await page.getByRole('radio', { name: 'Plain text' }).check()
  return page.locator('pre').innerText()
}
