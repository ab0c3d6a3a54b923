import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import IconPage from './IconPage.tsx'

const saved = { setting_type: 'logo' as const, logo_width: 250, logo_height: 200 }
const open = async (more: NonNullable<Parameters<typeof fakeApi>[0]['branding']> = {}) => {
  const api = fakeApi({
    branding: {
      getLogoBannerSetting: () => saved,
      addLogoBannerSetting: ({ body: { setting_type, logo_width, logo_height } }) => ({
        setting_type,
        logo_width: logo_width ?? 0,
        logo_height: logo_height ?? 0,
      }),
      ...more,
    },
  })
  await render(<IconPage />, { session: danasSession() })
  return api
}
const width = () => page.getByRole('textbox', { name: 'Width in pixels' })
const save = () => page.getByRole('button', { name: 'Save' })
const drawn = () =>
  decodeURIComponent(page.getByRole('img', { name: 'Preview of the icon' }).element().getAttribute('src') ?? '')

test('the preview and the file follow what is chosen, and it can be saved', async () => {
  const api = await open()
  await expect.element(save()).toBeDisabled()
  await page.getByRole('radio', { name: 'Banner' }).click()
  await expect.element(page.getByRole('link', { name: 'Change your banners' })).toBeVisible()
  await width().fill('400')
  await expect.poll(drawn).toContain('"setting_type":"banner","logo_width":400')
  const file = page.getByRole('link', { name: 'Download PNG' })
  await expect.element(file).toHaveAttribute('download', 'super_system_icon.png')
  expect(decodeURIComponent(file.element().getAttribute('href') ?? '')).toBe(drawn())
  await save().click()
  await expect.element(page.getByText('The icon settings have been saved.')).toBeVisible()
  expect(api.calls('addLogoBannerSetting')[0]?.body).toMatchObject({ setting_type: 'banner', logo_width: 400 })
})

test.each(['', '0', '12.5', '99999', 'wide'])(
  'a width of "%s" is refused at its field, and the last picture stays',
  async (typed) => {
    await open()
    await width().fill(typed)
    await expect.element(page.getByText(/^Enter a whole number from/)).toBeVisible()
    await expect.element(save()).toBeDisabled()
    expect(drawn()).toContain('"logo_width":250')
  },
)

test('settings that do not load can be loaded again', async () => {
  let fails = true
  await open({ getLogoBannerSetting: () => (fails ? refusal('server_error', 500) : saved) })
  await expect.element(page.getByText('Couldn’t load the icon')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(width()).toHaveValue('250')
})
