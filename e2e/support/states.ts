import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The pages with a URL, in the states that axe checks (axe.e2e.ts). */

export interface State {
  path: string
  /** Who views the page; a visitor by default. */
  who?: string
  /** Waits until the page shows its content. */
  ready?: (page: Page) => Promise<unknown>
  /** Further expectations, checked at every width. */
  check?: (page: Page) => Promise<unknown>
}

const settled = (page: Page) => page.waitForLoadState('networkidle')
const picture = (page: Page) => page.locator('main img').first().waitFor()
const lastButton = (page: Page) => page.getByRole('button').last().waitFor()
const sheet = (page: Page) => page.getByRole('article').waitFor()
const openPdf = async (page: Page) => {
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  await sheet(page)
}
const controlsAreLarge = async (page: Page) => {
  const controls = page.getByRole('dialog').locator('input:not([type="checkbox"]), button[type="submit"]')
  for (const control of await controls.all()) expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
}

/** The cards and tables of settings pages end where the content ends, as far from the edge as the title begins. */
const reachesTheEnd = async (page: Page) => {
  if (page.viewportSize()!.width < 1400) return
  const difference = () =>
    page.evaluate(() => {
      const main = document.querySelector('main')!
      const edges = (one: Element) => one.getBoundingClientRect()
      const [box, menu, title] = [edges(main), edges(main.querySelector('nav')!), edges(main.querySelector('h1')!)]
      const framed = [...main.querySelectorAll('*')]
        .filter(
          (one) => getComputedStyle(one).borderInlineEndWidth !== '0px' && !one.matches('nav') && one.clientWidth > 250,
        )
        .map(edges)
      const [before, after] =
        document.dir === 'rtl'
          ? [menu.left - title.right, Math.min(...framed.map(({ left }) => left)) - box.left]
          : [title.left - menu.right, box.right - Math.max(...framed.map(({ right }) => right))]
      return Math.abs(before - after)
    })
  // Infinite until the first card or table is there.
  await expect.poll(difference).toBeLessThanOrEqual(1)
}

/** About, contact and news begin at the same line: title and text, on every page. */
const sharesTheAxis = async (page: Page) => {
  const { width } = page.viewportSize()!
  if (width < 1400) return
  await page.locator('main p').first().waitFor()
  const starts = await page.evaluate(() =>
    ['main h1', 'main p'].map((one) => {
      const { left, right } = document.querySelector(one)!.getBoundingClientRect()
      return Math.round(document.dir === 'rtl' ? document.documentElement.clientWidth - right : left)
    }),
  )
  const start = (width - 1440) / 2 + 48
  expect(starts).toEqual([start, start])
}

export const states: State[] = [
  ...['/bhome', '/terms_and_condition', '/signup', '/outbox'].map((path) => ({ path, ready: settled })),
  ...['/bnews', '/baboutus', '/bcontact'].map((path) => ({ path, ready: settled, check: sharesTheAxis })),
  { path: '/login', ready: (page) => page.getByRole('dialog').waitFor(), check: controlsAreLarge },
  { path: '/free_trial', ready: (page) => page.getByRole('dialog').waitFor() },
  { path: '/educationAccountActivate/1/Active', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { path: '/home', who: 'advisor', ready: settled },
  { path: '/home?system=1', who: 'advisor', ready: settled },
  { path: '/search?q=squeal', who: 'advisor', ready: settled },
  { path: '/home?system=10', who: 'advisor', ready: (page) => page.locator('aside li').first().waitFor() },
  { path: '/conversations', who: 'advisor', ready: (page) => page.getByRole('log').waitFor() },
  { path: '/news', who: 'advisor', ready: (page) => page.getByRole('article').first().waitFor() },
  { path: '/animation/BRKDSC', who: 'advisor', ready: openPdf },
  { path: '/pdf_formation/BRKDSC', who: 'advisor', ready: sheet },
  ...['/favorites', '/history', '/new_animations', '/favourites_settings'].map((path) => ({
    path,
    who: 'enterprise',
    ready: picture,
    ...(path === '/favourites_settings' ? { check: reachesTheEnd } : {}),
  })),
  { path: '/looped_animations_settings', who: 'enterprise', ready: picture },
  {
    path: '/looped_animations_settings?tab=schedule',
    who: 'enterprise',
    ready: (page) => page.getByRole('group', { name: /./ }).getByRole('heading').first().waitFor(),
  },
  {
    path: '/looped_animations_settings?tab=menus',
    who: 'enterprise',
    ready: async (page) => {
      await page.locator('[aria-labelledby=loop-menus] li').getByRole('button').first().click()
      await page.getByRole('article').waitFor()
    },
  },
  ...['/email_address_settings', '/email_content_settings', '/email_banner_settings'].map((path) => ({
    path,
    who: 'location',
    ready: lastButton,
    check: reachesTheEnd,
  })),
  ...[
    '/personal_settings',
    '/api_key_settings',
    '/webhook_settings',
    '/lti_settings',
    '/audit_log',
    '/vle_instructions',
    '/download_super_system_icon',
    '/embed_menu',
    '/user_custom_videos',
    '/screens',
  ].map((path) => ({ path, who: 'enterprise', ready: lastButton, check: reachesTheEnd })),
  { path: '/user_custom_videos_view', who: 'enterprise', ready: lastButton },
  { path: '/pair', ready: (page) => page.locator('p[role=img]').waitFor() },
  {
    path: '/translations?search=films_count',
    who: 'translator',
    ready: async (page) => {
      await page.getByRole('button', { name: /: films_count_other$/ }).click()
      await page.getByRole('textbox', { name: /films_count_other/ }).waitFor()
    },
  },
  { path: '/operator/home_page', who: 'super', ready: (page) => page.getByRole('listitem').first().waitFor() },
  { path: '/operator/news', who: 'super', ready: (page) => page.getByRole('rowheader').first().waitFor() },
  { path: '/operator/legal_texts', who: 'super', ready: (page) => page.getByRole('textbox').first().waitFor() },
  ...['/manage_location?deleted=All', '/manage_region'].map((path) => ({
    path,
    who: 'enterprise',
    ready: (page: Page) => page.getByRole('rowheader').first().waitFor(),
    check: reachesTheEnd,
  })),
  {
    path: '/ip_auto_login_settings',
    who: 'enterprise',
    ready: (page) => page.getByRole('heading', { level: 2 }).last().waitFor(),
  },
  ...['/manage_user/import', '/manage_location/import'].map((path) => ({
    path,
    who: 'enterprise',
    ready: (page: Page) => page.getByRole('heading', { level: 3 }).waitFor(),
  })),
  {
    path: '/manage_user?deleted=On',
    who: 'enterprise',
    ready: (page) => page.getByRole('rowheader').first().waitFor(),
  },
  { path: '/developers', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { path: '/operator/seller', who: 'super', ready: (page) => page.getByRole('textbox').first().waitFor() },
  ...[
    '/operator/health',
    '/operator/audit_log',
    '/operator/support?q=rosa',
    '/operator/applications',
    '/operator/text_registrations',
    '/payment_desk',
    '/payment_desk?view=payments',
    '/payment_desk?view=invoices',
    '/payment_desk?view=revenue',
  ].map((path) => ({
    path,
    who: 'super',
    ready: settled,
  })),
  ...['/operator/web_sites', '/operator/businesses'].map((path) => ({
    path,
    who: 'super',
    ready: (page: Page) => page.getByRole('rowheader').first().waitFor(),
  })),
  ...['identity', 'hosts', 'languages', 'contact', 'settings'].map((tab) => ({
    path: `/operator/web_sites/44?tab=${tab}`,
    who: 'super',
    ready: async (page: Page) => {
      await page.getByRole('tabpanel').waitFor()
      await settled(page)
    },
  })),
  ...['/sms_messages', '/phone_numbers', '/phone_number_usage'].map((path) => ({
    path,
    who: 'enterprise',
    ready: async (page: Page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await settled(page)
    },
  })),
  ...['/update_billing_details', '/switch_billing_plan', '/cancel_subscription', '/allow_automatic_renewal'].map(
    (path) => ({
      path,
      who: 'enterprise',
      ready: async (page: Page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        await settled(page)
      },
    }),
  ),
  { path: '/invoices', who: 'enterprise', ready: (page) => page.getByRole('rowheader').first().waitFor() },
  { path: '/demo_clock', who: 'super', ready: settled },
  { path: '/subscription_reactivate', ready: (page) => page.getByRole('textbox').first().waitFor() },
  ...['/usage_report', '/frequently_viewed_animations_report', '/report_settings'].map((path) => ({
    path,
    who: 'enterprise',
    ready: (page: Page) => page.getByRole('table').waitFor(),
  })),
  { path: '/notification_settings', who: 'advisor', ready: (page) => page.getByRole('switch').first().waitFor() },
]
