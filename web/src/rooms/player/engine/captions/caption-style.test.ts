import { expect, test } from 'vitest'
import { captionRoom, captionSize } from './captions.ts'
import { firstCaptionStyle, readCaptionStyle, sizeFactor } from './caption-style.ts'

test('caption style: size, colour, background and position are read back as they were kept', () => {
  const kept = { size: 'largest', colour: 'yellow', ground: 'black', place: 'top' } as const
  expect(readCaptionStyle(JSON.stringify(kept))).toEqual(kept)
})

test('caption style: what is unknown or cannot be read is as at first', () => {
  for (const text of [null, '', 'no json', '[]', '"x"', '{"size":"huge","colour":7}'])
    expect(readCaptionStyle(text)).toEqual(firstCaptionStyle)
  expect(readCaptionStyle('{"place":"top","ground":"pink"}')).toEqual({ ...firstCaptionStyle, place: 'top' })
})

test('larger captions hold fewer letters at once, and never more than the film has room for', () => {
  const [normal, largest] = [captionRoom(500), captionRoom(500, sizeFactor.largest)]
  expect(largest).toBeLessThan(normal)
  expect(captionSize(1000, sizeFactor.largest)).toBeGreaterThan(captionSize(1000) * 1.5)
  expect(captionRoom(320, sizeFactor.largest) * captionSize(320, sizeFactor.largest) * 0.52).toBeLessThanOrEqual(320)
})
