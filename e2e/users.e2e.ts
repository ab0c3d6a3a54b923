import { permissions } from '@cutaway/contract/permissions.ts'
import type { RoleId } from '@cutaway/contract/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { shipped, text as textOf } from '../server/src/core/texts.ts'
import { mailsTo } from '../server/src/rooms/sessions/testing.ts'
import {
  browserWorld,
  expectAccessible,
  expectNoSidewaysScroll,
  hebrew,
  phone,
  type BrowserWorld,
} from './support/world.ts'

/** Covers roles and rights as they appear to users, and the work of managers with users and places. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

test('sends the default rights of a role to the browser as data', async () => {
  const page = await w.loggedIn('student')
  const boot = await page.evaluate(() => JSON.parse(document.querySelector('#boot')?.textContent ?? '{}') as unknown)
  const expected = permissions.filter((p) => (p.roles as readonly RoleId[]).includes(13)).map((p) => p.name)
  expect(boot).toMatchObject({ session: { permissions: expected } })
})

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const opened = async (who: string, options: Parameters<BrowserWorld['arriving']>[1] = {}) => {
  const page = await w.arriving(who, options)
  await page.goto('/manage_user?size=25')
  await page.getByRole('rowheader').first().waitFor()
  return page
}

test('an enterprise user invites an adviser, changes the rights, locks the account and restores a deleted user', async () => {
  const page = await opened('enterprise')
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name', { exact: true }).fill('Noor')
  await dialog.getByLabel('Last name', { exact: true }).fill('Haddad')
  await dialog.getByLabel('Email', { exact: true }).fill('noor@northgate.example')
  await dialog.getByLabel('User name', { exact: true }).fill('advisor')
  await dialog.getByRole('button', { name: /noor\.haddad/ }).click()
  await dialog.getByRole('combobox', { name: 'Location' }).selectOption({ label: 'Mill Lane' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add and invite' }).click()
  await said(page, 'Invitation sent')
  await row(page, 'noor.haddad').getByText('Invited').waitFor()

  // Noor chooses a password by the link of the mail.
  const [mail] = await mailsTo(await w.server.loggedIn('super'), 'noor@northgate.example')
  const noor = await w.visitor()
  await noor.goto(/\/reset_password\/[\w-]+/.exec(mail!.text)![0])
  await noor.getByLabel('New password', { exact: true }).fill('a password of my own')
  await noor.getByLabel('Repeat the new password').fill('a password of my own')
  await noor.getByRole('button', { name: 'Save password' }).click()
  const person = w.server.visitor()
  await expect.poll(async () => (await person.logIn('noor.haddad', 'a password of my own')).status).toBe(1)

  await row(page, 'noor.haddad')
    .getByRole('button', { name: /Permissions of/ })
    .click()
  const rights = page.getByRole('dialog')
  await rights.getByRole('checkbox', { name: 'Read and print PDFs' }).uncheck()
  await rights.getByText('1 permission differs').waitFor()
  await expectAccessible(page)
  await rights.getByRole('button', { name: 'Save permissions' }).click()
  await said(page, 'Permissions saved')

  await row(page, 'noor.haddad')
    .getByRole('button', { name: /More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Lock account' }).click()
  await row(page, 'noor.haddad').getByText('Locked').waitFor()

  await row(page, 'noor.haddad')
    .getByRole('button', { name: /More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await row(page, 'noor.haddad').waitFor({ state: 'detached' })
  // The notice with Undo leaves the switch free.
  await page.getByRole('switch', { name: 'Show deleted' }).click()
  await row(page, 'noor.haddad')
    .getByRole('button', { name: /Restore/ })
    .click()
  await said(page, 'User restored')
  await row(page, 'noor.haddad').getByText('Locked').waitFor()
})

test('the audit log says in words why a call was refused', async () => {
  expect(await w.server.visitor().logIn('lite', 'not the password')).toMatchObject({ status: 0 })
  const page = await w.arriving('enterprise')
  await page.goto('/audit_log')
  const entry = row(page, 'Lin Zhao').filter({ hasText: 'Incorrect login details' })
  await entry.first().waitFor()
  await expect.poll(() => page.getByText('incorrect_login_details').count()).toBe(0)
})

test('a service adviser has no way to the page', async () => {
  const page = await w.loggedIn('advisor')
  await page.goto('/favourites_settings')
  await page.getByRole('navigation').first().waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Users' }).count()).toBe(0)
  await page.goto('/manage_user')
  await page.getByText('You don’t have permission to do this.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

test('Elena opens a shop and puts it in a region; Rosa, who manages the region, then finds it on her phone', async () => {
  const page = await w.arriving('enterprise')
  await page.goto('/home')
  await page.goto('/manage_location')
  await page.getByRole('link', { name: 'Locations' }).first().waitFor()
  await page.getByRole('button', { name: 'Add location' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Ferry Lane')
  await dialog.getByLabel('City').fill('Newport')
  await dialog.getByLabel('State').selectOption('Oregon')
  await dialog.getByLabel('Phone').fill('(541) 555-0182')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add location' }).click()
  await page.getByText('7 of 10 in your plan').waitFor()
  await page.getByRole('searchbox', { name: 'Name, city or store number' }).fill('ferry')
  const ferryLane = row(page, 'Ferry Lane')
  await ferryLane.getByText('Newport, OR').waitFor()
  await expect.poll(() => ferryLane.getByText('+1 541 555 0182').isVisible()).toBe(true)

  await page.getByRole('link', { name: 'Regions' }).first().click()
  await page.getByRole('button', { name: 'North', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add Ferry Lane' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Locations of the region saved').waitFor()

  const rosa = await w.arriving('regional', phone)
  await rosa.goto('/manage_location')
  await rosa.getByRole('rowheader', { name: 'Ferry Lane' }).waitFor()
  await expect.poll(() => rosa.getByRole('rowheader').count()).toBe(3)
  await expectNoSidewaysScroll(rosa)
  await rosa.getByRole('button', { name: 'Ferry Lane', exact: true }).click()
  await rosa.getByRole('dialog').getByLabel('Store number').fill('98')
  await rosa.getByRole('button', { name: 'Save changes' }).click()
  await rosa.getByText('Location saved').waitFor()
})

/** Presses Tab until the control with the label has the focus, as people do who use no mouse. */
async function tabTo(page: Page, label: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 80; presses += 1) {
    const name = await page.evaluate(() => {
      const focused = document.activeElement
      const own = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : focused?.textContent
      return focused?.getAttribute('aria-label') ?? own ?? ''
    })
    if (label.test(name)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not reach ${String(label)}`)
}

/** Whom a manager finds where, and whether the manager has more than one location to give. */
const managers = [
  { who: 'enterprise', rows: 12, moves: true, editsLocations: false },
  { who: 'regional', rows: 6, moves: true, editsLocations: true },
  { who: 'location', rows: 4, moves: false, editsLocations: false },
]

/** From left to right, Dana goes to Mill Lane; from right to left, she comes back. */
const directions = [
  { locale: 'en-US', to: 'Mill Lane' },
  { locale: 'he-IL', to: 'Harbor Road' },
]

test.each(managers)(
  'by keyboard alone, in both directions: $who changes a user on a wide screen, and chosen ones on a narrow one',
  async ({ who, rows, moves, editsLocations }) => {
    for (const { locale, to } of directions) {
      const say = (key: string) => textOf(shipped, locale, key)
      const page = await opened(who, { locale })
      await expect.poll(() => page.getByRole('rowheader').count()).toBeGreaterThanOrEqual(rows)
      await page.keyboard.press('/')
      await page.keyboard.type('dana')
      await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel(say('user_first_name'), { exact: true }).waitFor()
      await tabTo(page, new RegExp(`^${say('user_last_name')}$`))
      await page.keyboard.press('Control+A')
      await page.keyboard.type(`Whitlock ${who} ${locale}`)
      await page.keyboard.press('Enter')
      await said(page, say('user_saved'))
      await row(page, `Whitlock ${who} ${locale}`).waitFor()

      await page.setViewportSize(phone.viewport)
      await expectNoSidewaysScroll(page)
      await tabTo(page, new RegExp(textOf(shipped, locale, 'choose_row', { name: '.*Whitlock.*' })), 'Shift+Tab')
      await page.keyboard.press('Space')
      if (moves) {
        await tabTo(page, new RegExp(`^${say('users_move')}$`), 'Shift+Tab')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').getByRole('combobox').waitFor()
        await page.keyboard.type(to)
        if (locale === 'he-IL') await expectAccessible(page)
        await tabTo(page, new RegExp(`^${say('users_move')}$`))
        await page.keyboard.press('Enter')
        await said(page, say('user_moved'))
        await row(page, 'Whitlock').getByText(to).waitFor()
      } else {
        await tabTo(page, new RegExp(`^${say('users_more_chosen')}$`), 'Shift+Tab')
        await page.keyboard.press('Enter')
        // A menu that opens moves the focus to its first entry.
        const first = page.getByRole('menuitem').first()
        await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true)
        if (locale === 'he-IL') await expectAccessible(page)
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await said(page, say('user_signed_out'))
      }
      await expectNoSidewaysScroll(page)

      if (!editsLocations) continue
      await page.goto('/manage_location')
      await page.getByRole('rowheader').first().waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('mill')
      await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await tabTo(page, new RegExp(`^${say('store_number')}`))
      await page.keyboard.press('Control+A')
      await page.keyboard.type('4711')
      await page.keyboard.press('Enter')
      await said(page, say('location_saved'))
      await expectNoSidewaysScroll(page)
    }
  },
)

test('by keyboard alone, in Hebrew: Elena changes the permissions of an adviser, on a phone', async () => {
  const page = await opened('enterprise', { ...hebrew, ...phone })
  await page.keyboard.press('/')
  await page.keyboard.type('whitlock')
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('שם פרטי', { exact: true }).waitFor()
  // The tabs run from right to left, and so do the arrow keys.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tab', { name: /הרשאות/, selected: true }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await tabTo(page, /^קריאה והדפסה של PDF$/)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await said(page, 'ההרשאות נשמרו')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('an enterprise user imports people from a file, corrects a location, and undoes the import', async () => {
  const page = await opened('enterprise', phone)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const rows = [
    'Login;Given name;Surname;Mail;Role;Shop',
    'ida.lund;Ida;Lund;ida.lund@northgate.example;Service adviser;Mill Lane',
    'omar.said;Omar;Saïd;omar@northgate.example;Service adviser;Harbour Road',
  ]
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n'), 'latin1') }
  await page.getByLabel('Choose file').setInputFiles(file)
  await page.getByText('The encoding is Windows-1252').waitFor()
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await page.getByRole('button', { name: 'Use Harbor Road' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Use Harbor Road' }).click()
  await page.getByRole('button', { name: 'Import 2 people' }).click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  await page.getByRole('button', { name: 'Undo the whole import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the whole import' }).click()
  await page.getByRole('heading', { name: 'Import undone' }).waitFor()
  // The users were deleted again: the list shows them only with the deleted ones.
  await page.goto('/manage_user?search=lund')
  await page.getByText('Nothing matches').first().waitFor()
})
