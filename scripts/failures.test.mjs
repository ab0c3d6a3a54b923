import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './child.mjs'
import { errorsIn, listFailures } from './failures.mjs'
import { root } from './setup.mjs'

describe('the list at the end of the log', () => {
  test('names suite, file, test and error of each failure', () => {
    expect(
      listFailures([
        { suite: 'server', file: 'a.test.ts', name: 'Dana > sends a film', error: 'expected 1 to be 2' },
        { suite: 'types', error: 'a.ts(1,2): error TS1005' },
      ]),
    ).toEqual([
      '── failed ──',
      'server › a.test.ts › Dana > sends a film',
      '    expected 1 to be 2',
      'types',
      '    a.ts(1,2): error TS1005',
    ])
    expect(listFailures([])).toEqual([])
  })

  test('stays short if a whole file fails', () => {
    const many = Array.from({ length: 70 }, (_, i) => ({ suite: 'e2e', file: 'a.e2e.ts', name: `${i}`, error: 'no' }))
    expect(listFailures([...many, { suite: 'e2e', file: 'b.e2e.ts', name: 'b', error: 'why' }])).toEqual([
      '── failed ──',
      'e2e › a.e2e.ts › 0 (and 69 more of this file)',
      '    no',
      'e2e › b.e2e.ts › b',
      '    why',
    ])
  })

  test('shows the lines of a program that name errors', () => {
    expect(errorsIn('Checking\n\n[warn] a.ts\nAll matched files\n')).toBe('[warn] a.ts')
    expect(errorsIn('one\ntwo\n')).toBe('two')
  })
})

describe('the report of a run', () => {
  let folder
  let report
  beforeAll(async () => {
    folder = mkdtempSync(join(root, '.runtime/report-'))
    const write = (name, text) =>
      writeFileSync(
        join(folder, `${name}.test.ts`),
        `import { beforeAll, describe, expect, test } from 'vitest'\n${text}`,
      )
    write('wrong', "test('one is two', () => expect(1).toBe(2))\ntest('one is one', () => expect(1).toBe(1))")
    write(
      'hook',
      "describe('a world', () => {\n beforeAll(() => {\n throw new Error('no database')\n })\n test('is', () => {})\n})",
    )
    write('broken', "import './nothing.ts'\ntest('never', () => {})")
    write('outside', "test('rejects later', () => {\n void Promise.reject(new Error('nobody waited'))\n})")
    const args = ['run', '--root', folder, '--reporter', join(root, 'scripts/report.mjs')]
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
    await run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: root,
      env: { ...process.env, TEST_REPORT: join(folder, 'report.json') },
      quiet: true,
    })
    report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const failure = (file) => report.failures.find((one) => one.file?.endsWith(`/${file}.test.ts`))

  test('has a failed test with the line of its error', () => {
    expect(failure('wrong')).toMatchObject({
      name: 'one is two',
      error: expect.stringMatching(/^expected 1 to be 2 .*\(\.runtime\/report-.*\/wrong\.test\.ts:2\)$/),
    })
  })
  test('has a failed hook of a group', () => {
    expect(failure('hook')).toMatchObject({
      name: 'a world (beforeAll or afterAll)',
      error: expect.stringMatching(/^no database /),
    })
  })
  test('has a file that cannot be loaded, and an error that no test waited for', () => {
    expect(failure('broken')).toMatchObject({ name: 'the file itself', error: expect.stringContaining('nothing.ts') })
    expect(report.failures.find(({ name }) => name === 'an error outside the tests').error).toMatch(/^nobody waited/)
  })
  test('counts them', () => {
    expect(report).toMatchObject({ passed: 2, failed: 4, skipped: 1 })
  })
})
