import { expect, test } from 'vitest'
import { describeRig } from './rig-sheet.ts'
import { loadRig } from './source.ts'

test('Noor asks what the disc brake offers, and finds every channel with its range and meaning, and every anchor', async () => {
  const rig = await loadRig('disc-brake')
  const page = describeRig(rig)
  expect(page).toMatch(/^disc-brake: Vented disc/)
  expect(page).toMatch(/^ {2}pedal +0 to 1 +presses the pedal$/m)
  expect(page).toMatch(/^ {2}spin +any rad, or speed +turns the disc/m)
  for (const [name, { says }] of Object.entries(rig.channels))
    expect(page).toMatch(new RegExp(`^  ${name} .*${says.slice(0, 12)}`, 'm'))
  const anchors = page.split('\n').find((line) => line.includes('wear_bar') || line.includes('outer_pad'))
  expect(anchors?.trim().split(', ')).toEqual([...rig.anchors].toSorted())
})
