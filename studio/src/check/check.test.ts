import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { checkSamples } from '../samples/check-samples.ts'
import { partIds } from '../source.ts'
import { checkVehicles } from '../vehicles/command.ts'
import { checkPart } from './check.ts'
import { copyOfParts } from './copy.testing.ts'
import { printFault } from './fault.ts'

/** The library is as its sources say, and whoever makes a mistake in a part is told where and what to do. */

describe.each(partIds())('the part %s', (id) => {
  test('is as its sources say', async () => expect((await checkPart(id)).map(printFault)).toEqual([]))
})

describe('what is no part', () => {
  test('the samples are as their sources say', () => expect(checkSamples()).toEqual([]))
  test('the vehicles are as their sources say', () => expect(checkVehicles()).toEqual([]))
})

describe('Noor makes a part and', () => {
  const parts = copyOfParts({ withMedia: true })
  const { root } = parts
  const id = 'BRKDSC'
  const file = (name: string) => join(root, id, name)
  afterAll(parts.remove)
  beforeEach(parts.renew)

  /** Changes a file and answers what the check says, with the line that was changed. */
  async function change(name: string, from: string | RegExp, to: string) {
    const at = parts.change(id, name, from, to)
    return { says: (await checkPart(id, root)).map(printFault), at }
  }

  test('drives a channel that the rig has not: the channels of the rig are named', async () => {
    const { says, at } = await change('scene.yaml', /pedal: \[/, 'padel: [')
    expect(says).toContainEqual(expect.stringMatching(/the rig disc-brake has no channel padel; its channels: .*pedal/))
    expect(says[0]).toContain(at)
  })

  test('points a label at a spot that the rig has not', async () => {
    const { says, at } = await change('scene.yaml', /anchor: \w+/, 'anchor: nowhere')
    expect(says).toContainEqual(expect.stringContaining('has no anchor nowhere; its anchors:'))
    expect(says[0]).toContain(at)
  })

  test('forgets a language', async () => {
    rmSync(file('text.th-TH.yaml'))
    expect((await checkPart(id, root)).map(printFault)).toEqual([
      `${id}/part.yaml:1: the language th-TH is missing: add text.th-TH.yaml`,
    ])
  })

  test('forgets a word in one language', async () => {
    const { says } = await change('text.fr-FR.yaml', /^ {2}rotor: .*\n/m, '')
    expect(says).toEqual([
      expect.stringMatching(/^BRKDSC\/text\.fr-FR\.yaml:\d+: labels has no text for rotor: add it$/),
    ])
  })

  test('writes a line that the voice cannot say in its slot', async () => {
    const long = 'The disc brake turns the pressure of the foot of the driver into the force that stops the whole car.'
    const { says, at } = await change('text.en-US.yaml', /text: The disc brake turns .*/, `text: ${long}`)
    expect(says).toContainEqual(
      expect.stringMatching(
        /s too long for its slot of 3\.5 s, even said 1\.12 times faster; shorten it from 100 to about 6\d characters/,
      ),
    )
    expect(says.join()).toContain(at)
  })

  test('moves a slot in one language only', async () => {
    const { says } = await change('text.es-ES.yaml', 'start: 4.3', 'start: 4.4')
    expect(says).toContainEqual(
      expect.stringMatching(/es-ES\.yaml:\d+: the slot is 4\.4 to 9\.7, in en-US 4\.3 to 9\.7/),
    )
  })

  test('lets a button play on after the end of the film', async () => {
    const { says, at } = await change('part.yaml', 'play: [9, 12]', 'play: [9, 13]')
    expect(says).toEqual([`${at} the button worn plays 9 to 13: keep it inside the film, 0 to 12`])
  })

  test('lets a loop leave its segment', async () => {
    const { says, at } = await change('part.yaml', /loop: \[[\d., ]+\]/, 'loop: [0.2, 11]')
    expect(says).toContain(
      `${at} the loop of applied, 0.2 to 11, leaves its segment: keep it within 2 to 4.5, the later second last`,
    )
  })

  test('lets a label end before it begins', async () => {
    const { says, at } = await change('scene.yaml', 'from: 5.5, to: 7.9', 'from: 5.5, to: 5.2')
    expect(says).toEqual([`${at} the label reservoir stands from 5.5 to 5.2: a label ends after it has begun`])
  })

  test('calls a symptom by other words than another part does', async () => {
    const { says, at } = await change('text.en-US.yaml', /squeal_when_braking: .*/, 'squeal_when_braking: It squeals')
    expect(says).toEqual([
      `${at} the symptom squeal_when_braking is "It squeals" here, "Squeal when braking" in BRKDRM, "Squeal when braking" in BRKPAD: give all the same words`,
    ])
  })

  test('puts a label of a step outside the canvas of 770 by 594', async () => {
    const { says, at } = await change('scene.yaml', /labelx: \d+/, 'labelx: 800')
    expect(says).toEqual([`${at} labelx is 800: keep it within 0 to 770`])
  })

  test('misspells a field', async () => {
    const { says, at } = await change('part.yaml', 'symptoms:', 'symptons:')
    expect(says).toContainEqual(expect.stringContaining(`${at} there is no field symptons here`))
    expect(says).toContainEqual(expect.stringContaining('part.yaml:1: symptoms is missing: add it'))
  })

  test('leads to a part that is not there', async () => {
    const { says } = await change('part.yaml', /related: .*/, 'related: [NOSUCH]')
    expect(says).toEqual([expect.stringContaining('there is no part NOSUCH')])
  })

  test('changes the camera after the film was rendered', async () => {
    const { says } = await change('scene.yaml', /fov: [\d.]+/, 'fov: 44')
    expect(says).toContainEqual(expect.stringMatching(/shows another scene .*: run npm run studio -- build BRKDSC/))
  })

  test('changes a line after it was said', async () => {
    const { says } = await change('text.en-US.yaml', /text: The disc brake turns/, 'text: A disc brake turns')
    expect(says).toContainEqual(expect.stringContaining('the voice says another script'))
    expect(says).toContainEqual(expect.stringContaining('the captions show another script'))
  })

  test('changes a keyword: nothing has to be built for that', async () => {
    const { says } = await change('text.en-US.yaml', /^ {2}brake_pads: .*/m, '  brake_pads: Pads')
    expect(says).toEqual([])
  })

  test('leaves a file of another film in the media', async () => {
    writeFileSync(file('media/old.mp4'), 'old')
    expect((await checkPart(id, root)).map(printFault)).toEqual([
      expect.stringContaining('media/old.mp4 was not made by the build'),
    ])
  })
})
