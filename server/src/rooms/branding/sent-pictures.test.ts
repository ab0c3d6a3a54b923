import { contract } from '@cutaway/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { sweepSentPictures } from './sent-pictures.ts'

/** Pictures in letters that customers may open months later. */

const { branding, sharing } = contract
let w: World
let dana: Person
let danaId: number
beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

async function banner() {
  const bytes = await sharp({ create: { width: 600, height: 120, channels: 3, background: '#258' } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(bytes)], 'banner.png', { type: 'image/png' })
  return (await dana.send(branding.uploadBanner, { body: { user_id: danaId }, file })).data!
}
const letterWith = (selectedBannerImage: number) =>
  dana.send(sharing.sendEmail, {
    body: {
      user_id: danaId,
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      email: {
        toEmail: 'marcus@mailbox.example',
        subject: 's',
        emailMessage: 'm',
        selectedList: [{ part_id: 'BRKDSC' }],
        selectedBannerImage,
      },
    },
  })
const status = async (path: string) => (await w.visitor().request(path)).status

test('a banner that Dana deletes stays in the letters of the last year, and goes a year after the last one', async () => {
  const [sent, unsent] = [await banner(), await banner()]
  expect((await letterWith(sent.id)).status).toBe(1)
  await dana.call(branding.deleteBanner, { params: { id: sent.id, user: danaId } })
  await dana.call(branding.deleteBanner, { params: { id: unsent.id, user: danaId } })
  await expect.poll(() => status(unsent.banner_image)).toBe(404)
  expect(await status(sent.banner_image)).toBe(200)
  w.clock.forward(364 * 86_400)
  await sweepSentPictures(w.running.services)
  expect(await status(sent.banner_image)).toBe(200)
  w.clock.forward(2 * 86_400)
  await sweepSentPictures(w.running.services)
  await expect.poll(() => status(sent.banner_image)).toBe(404)
})
