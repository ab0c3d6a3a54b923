import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { checkVehicle } from './check.ts'
import { vehiclesFolder } from './source.ts'
import { vehicleIds } from './vehicles.ts'

/** The vehicles of the library are as their sources say, and a mistake is named by file and line. */

test.each(vehicleIds)('the %s is as its sources say', (id) => expect(checkVehicle(id)).toEqual([]))

describe('Noor changes a vehicle and', () => {
  const root = mkdtempSync(join(tmpdir(), 'cutaway-turntable-'))
  const file = (name: string) => join(root, 'motorcycle', name)
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  beforeEach(() => cpSync(join(vehiclesFolder, 'motorcycle'), join(root, 'motorcycle'), { recursive: true }))

  /** Changes a file; answers what the check says, and the line that was changed. */
  function change(name: string, from: string, to: string) {
    const text = readFileSync(file(name), 'utf8')
    expect(text).toContain(from)
    writeFileSync(file(name), text.replace(from, to))
    return { faults: checkVehicle('motorcycle', root), line: text.slice(0, text.indexOf(from)).split('\n').length }
  }

  test('names a part that is not there, and one that is not for a motorcycle', () => {
    const missing = change('vehicle.yaml', 'part: ENGFST', 'part: NOPART')
    expect(missing.faults).toContainEqual({
      file: 'vehicle.yaml',
      line: missing.line,
      says: 'there is no part NOPART',
    })
    const other = change('vehicle.yaml', 'part: NOPART', 'part: COLCIR')
    expect(other.faults).toContainEqual({
      file: 'vehicle.yaml',
      line: other.line,
      says: 'the part COLCIR is not for a motorcycle',
    })
  })

  test('is told that a moved hotspot has to be built', () => {
    const { faults } = change('vehicle.yaml', 'position: [-0.075, 0.474, 0.15]', 'position: [-0.075, 0.5, 0.15]')
    expect(faults.map(({ says }) => says)).toContain('the hotspots have changed: build the vehicle')
    expect(faults.map(({ file: name }) => name)).toContain('hotspots.json')
  })

  test('is told the line of an unknown field and of a missing language', () => {
    const unknown = change('vehicle.yaml', 'kind: motorcycle', 'kind: motorcycle\nwheels: 2')
    expect(unknown.faults[0]).toMatchObject({ file: 'vehicle.yaml' })
    expect(unknown.faults[0]!.says).toContain('wheels')
  })

  test('is told of a picture that is missing or was changed', () => {
    rmSync(file('media/07.webp'))
    writeFileSync(file('media/08.webp'), 'no picture')
    expect(checkVehicle('motorcycle', root)).toEqual([
      { file: '07.webp', line: 1, says: 'is missing: build the vehicle' },
      { file: '08.webp', line: 1, says: 'was changed after it was built' },
    ])
  })
})
