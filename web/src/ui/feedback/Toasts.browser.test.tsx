import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '../../testing/fake-api.ts'
import { render } from '../../testing/render.tsx'
import { toast } from '../../core/toast.ts'
import { PageHeader } from '../layout/PageHeader.tsx'
import { Dialog } from '../overlay/Dialog.tsx'

/** Covers the place of notices. */

beforeEach(async () => {
  fakeApi({})
  await page.viewport(1440, 900)
})

/** Renders a button at a place of the window that shows a notice. */
const at = (style: React.CSSProperties) =>
  render(
    <ul style={{ listStyle: 'none' }}>
      <li style={{ position: 'fixed', width: 300, ...style }}>
        <button type="button" onClick={() => toast('favourite_added')}>
          Star
        </button>
      </li>
    </ul>,
  )
const notice = page.getByRole('status').filter({ hasText: 'Added to favorites' })
const covers = () => {
  const a = notice.element().getBoundingClientRect()
  const b = page.getByRole('listitem').element().getBoundingClientRect()
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

test('a notice is at the top end, below the header', async () => {
  await at({ top: 400, left: 100 })
  await page.getByRole('button', { name: 'Star' }).click()
  await expect.element(notice).toBeVisible()
  await expect.poll(() => notice.element().getBoundingClientRect().top).toBeLessThan(100)
})

test.each([
  { width: 1440, height: 900, direction: 'ltr', place: { top: 80, right: 20 } },
  { width: 1440, height: 900, direction: 'rtl', place: { top: 80, left: 20 } },
  { width: 390, height: 844, direction: 'ltr', place: { top: 90, left: 20 } },
])('a notice does not cover the row that it is about ($direction, $width px)', async ({ width, height, ...more }) => {
  await page.viewport(width, height)
  document.documentElement.dir = more.direction
  await at(more.place)
  await page.getByRole('button', { name: 'Star' }).click()
  await expect.element(notice).toBeVisible()
  expect(covers()).toBe(false)
  await expect.poll(() => notice.element().getBoundingClientRect().bottom).toBeLessThan(height)
  document.documentElement.dir = 'ltr'
})

test('with the keys, too', async () => {
  await at({ top: 80, right: 20 })
  const star = page.getByRole('button', { name: 'Star' })
  await expect.element(star).toBeVisible()
  ;(star.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(notice).toBeVisible()
  expect(covers()).toBe(false)
})

test('a notice does not cover what is kept clear, such as the switch above a list', async () => {
  await render(
    <>
      <button type="button" style={{ position: 'fixed', top: 400 }} onClick={() => toast('favourite_added')}>
        Star
      </button>
      <div data-keep-clear style={{ position: 'fixed', top: 90, right: 30 }}>
        Show deleted
      </div>
    </>,
  )
  await page.getByRole('button', { name: 'Star' }).click()
  await expect.element(notice).toBeVisible()
  await expect.poll(() => notice.element().getBoundingClientRect().top).toBeGreaterThan(600)
})

function AddingPage() {
  const [adding, setAdding] = useState(false)
  return (
    <div style={{ position: 'fixed', top: 70, insetInline: 30 }}>
      <PageHeader
        title="Addresses"
        actions={
          <button type="button" onClick={() => setAdding(true)}>
            Add
          </button>
        }
      />
      {adding ? (
        <Dialog title="Add an address" onClose={() => setAdding(false)}>
          <button
            type="button"
            onClick={() => {
              toast('favourite_added')
              setAdding(false)
            }}
          >
            Save
          </button>
        </Dialog>
      ) : null}
    </div>
  )
}

test('a notice of a dialog that closes does not cover the actions of the page below', async () => {
  await render(<AddingPage />)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(notice).toBeVisible()
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
  await expect.poll(() => notice.element().getBoundingClientRect().top).toBeGreaterThan(600)
})

test.each([
  { kind: 'dialog', width: 1440, height: 900 },
  { kind: 'drawer', width: 1440, height: 900 },
  { kind: 'dialog', width: 390, height: 844 },
] as const)(
  'a notice in a $kind covers neither its row nor its buttons ($width px)',
  async ({ kind, width, height }) => {
    await page.viewport(width, height)
    await render(
      <Dialog
        title="Addresses"
        size="lg"
        kind={kind}
        onClose={() => undefined}
        footer={<button type="button">Save</button>}
      >
        <ul>
          <li style={{ position: 'fixed', top: 80, insetInline: 20 }}>
            <button type="button" onClick={() => toast('favourite_added')}>
              Star
            </button>
          </li>
        </ul>
        <div style={{ blockSize: 2000 }} />
      </Dialog>,
    )
    await page.getByRole('button', { name: 'Star' }).click()
    await expect.element(notice).toBeVisible()
    expect(covers()).toBe(false)
    const footer = page.getByRole('button', { name: 'Save' }).element().closest('footer')!.getBoundingClientRect()
    await expect.poll(() => notice.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(footer.top)
  },
)
