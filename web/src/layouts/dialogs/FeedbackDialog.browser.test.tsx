import axe from 'axe-core'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, refusal } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import FeedbackDialog from './FeedbackDialog.tsx'

/** Covers the feedback on the web site: stars, a comment, and that it is sent once. */

function Opener() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen ? <FeedbackDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
/** Expects no violation in the dialog, once it has faded in. */
async function expectAccessible() {
  const shown = document.querySelector('dialog')!
  await Promise.all(shown.getAnimations({ subtree: true }).map((animation) => animation.finished))
  expect((await axe.run(shown)).violations).toEqual([])
}
const openDialog = () => page.getByRole('button', { name: 'Open' }).click()
const stars = (name: string) => page.getByRole('radio', { name })
const comment = page.getByRole('dialog').getByRole('textbox')
const send = page.getByRole('button', { name: 'Send feedback' })
const given = page.getByText('You have already given feedback on this site')

// On a narrow screen the notice would cover the button.
beforeEach(() => page.viewport(1440, 900))

test('presets two of five stars, takes a comment, is sent once, and stays on the same page', async () => {
  const api = fakeApi({
    sites: {
      checkWebSiteUserFeedBack: () => ({ given: false }),
      saveFeedback: ({ body }) => ({ redirect: body.page_url ?? null }),
    },
  })
  const { path } = await render(<Opener />, { path: '/animation/BRKDSC', session: danasSession() })
  await openDialog()
  await expect.element(page.getByRole('dialog', { name: 'What do you think of this site?' })).toBeVisible()
  await expect.element(stars('2 stars')).toBeChecked()
  await expect.poll(() => page.getByRole('radio').elements()).toHaveLength(5)
  await expectAccessible()
  ;(stars('2 stars').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(stars('4 stars')).toBeChecked()

  // Closing the dialog sends nothing.
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull()
  expect(api.calls('saveFeedback')).toEqual([])
  await openDialog()
  await expect.element(stars('2 stars')).toBeChecked()
  await stars('4 stars').click({ force: true })
  await comment.fill('The names in the picture help.')
  await send.click()
  await expect.element(page.getByText('Thank you, we have your feedback')).toBeVisible()
  expect(api.calls('saveFeedback').map(({ body }) => body)).toEqual([
    { rating: 4, feedback: 'The names in the picture help.', page_url: '/animation/BRKDSC' },
  ])
  expect(path()).toBe('/animation/BRKDSC')
  await openDialog()
  await expect.element(given).toBeVisible()
  await expectAccessible()
})

test('says that feedback was already given from another window', async () => {
  fakeApi({
    sites: {
      checkWebSiteUserFeedBack: () => ({ given: false }),
      saveFeedback: () => refusal('feedback_already_given'),
    },
  })
  await render(<Opener />, { session: danasSession() })
  await openDialog()
  await send.click()
  await expect.element(given).toBeVisible()
})
