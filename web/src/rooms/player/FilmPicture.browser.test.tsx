import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import FilmPicture from './FilmPicture.tsx'

test('the picture of a second is cut out of the small pictures of the film', async () => {
  const file =
    'WEBVTT\n\n00:00.000 --> 00:08.000\nsprite.webp#xywh=0,0,160,90\n\n00:08.000 --> 00:20.000\nsprite.webp#xywh=160,0,160,90\n'
  const answer = Object.defineProperty(new Response(file), 'url', { value: 'http://films.example/thumbnails.vtt' })
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer)
  onTestFinished(() => fetching.mockRestore())
  await page.viewport(800, 600)
  await render(<FilmPicture thumbnails="/thumbnails.vtt" second={12} />)
  const picture = () => document.querySelector('svg[viewBox="160 0 160 90"] image')
  await expect.poll(() => picture()?.getAttribute('href')).toBe('http://films.example/sprite.webp')
})
