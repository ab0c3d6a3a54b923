import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { checkPart } from './check.ts'
import { copyOfParts } from './copy.testing.ts'
import { printFault } from './fault.ts'

/** Noor makes a film of a tyre. It is a draft without media, and she is told at once what the viewer would not like to see. */

const parts = copyOfParts({ withMedia: false })
// The rig that is built fastest.
const id = 'TYRWER'
afterAll(parts.remove)
beforeEach(() => {
  parts.renew()
  const path = join(parts.root, id, 'part.yaml')
  const text = readFileSync(path, 'utf8').replace('draft: true\n', '')
  writeFileSync(path, text.replace('format: 1\n', 'format: 1\ndraft: true\n'))
})
const change = (from: string | RegExp, to: string) => parts.change(id, 'scene.yaml', from, to)
const told = async () => (await checkPart(id, parts.root)).map(printFault)

describe('Noor', () => {
  test('is told nothing while all labels stand well, and no media are asked for', async () => {
    expect(existsSync(join(parts.root, id, 'media'))).toBe(false)
    expect(await told()).toEqual([])
  })

  test('puts one label onto another: one line tells from when to when, and in which languages', async () => {
    const at = change('box: [1080, 500] }', 'box: [1080, 210] }')
    const overlapping = (await told()).filter((says) => says.includes('overlap'))
    expect(overlapping).toEqual([
      `${at} from 13 to 14.5 s: the boxes of wear_bar and tread_block overlap in en-AU, en-US, es-ES, fr-FR, he-IL, th-TH, zh-CN: move one`,
    ])
  })

  test('lets two lines cross', async () => {
    change('box: [1080, 500] }', 'box: [1080, 100] }')
    expect(await told()).toContainEqual(
      expect.stringMatching(/from 13 to 14.5 s: the lines of wear_bar and tread_block cross: change their boxes/),
    )
  })

  test('puts a label so far out that its box leaves the picture in the languages with long words', async () => {
    const at = change('labelx: 650, labely: 110', 'labelx: 712, labely: 110')
    const [says, ...others] = await told()
    expect(others).toEqual([])
    expect(says).toMatch(/: button new_tread: the box of steel_belts leaves the picture in .*: move it inwards$/)
    expect(says).toContain(at)
    expect(says).not.toContain('zh-CN')
  })

  test('turns the camera away from what a label points at', async () => {
    change(
      'at: 22.2, position: [0, -5.6, 8.8], target: [0, 0.95, 0.5]',
      'at: 22.2, position: [0, -5.6, 8.8], target: [0, 0.95, 40]',
    )
    expect(await told()).toContainEqual(expect.stringContaining('show it at another time, or move the camera'))
  })

  test('lets a loop end with other numbers than it begins with', async () => {
    const at = change('pressure: [[7.0, 0], [7.9, 1], [9, 1]', 'pressure: [[7.0, 0], [7.9, 1], [9, 0.5]')
    expect(await told()).toEqual([
      `${at} the loop of too_much_air, 8 to 9, begins with pressure at 1 and ends with it at 0.5: give both seconds one value, or move the loop`,
    ])
  })

  test('lets the camera move during a loop, which elsewhere is allowed', async () => {
    const last = '- { at: 14, position: [0, -5.6, 8.8], target: [0, 0.85, 0.5], fov: 28 }'
    const at = change(last, '- { at: 13, position: [0, -5.6, 8.8], target: [0, 0.85, 0.5], fov: 27.5 }')
    expect(await told()).toEqual([
      `${at} the camera moves during the loop of too_much_air, 8 to 9, which would jump: let it stand still there, or move the loop`,
      `${at} the camera moves during the loop of too_little_air, 10.5 to 11.5, which would jump: let it stand still there, or move the loop`,
    ])
  })
})
