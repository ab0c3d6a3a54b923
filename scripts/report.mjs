import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './setup.mjs'

/**
 * The vitest reporter of `npm test`: writes { passed, failed, skipped, failures } to the file that TEST_REPORT names. A
 * failure is { file, name, error }. A failed test, a failed hook of a group, a file that cannot be loaded or whose worker
 * ended, and an error outside the tests are one failure each.
 */
export default class Report {
  onTestRunEnd(files, errorsOutside) {
    const counts = { passed: 0, skipped: 0 }
    const failures = []
    for (const file of files) {
      const path = relative(root, file.moduleId)
      const fail = (name, errors) => failures.push({ file: path, name, error: describeError(errors[0], file.moduleId) })
      for (const test of file.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'failed') fail(test.fullName, errors)
        else if (state === 'passed') counts.passed += 1
        else counts.skipped += 1
      }
      for (const group of file.children.allSuites())
        if (group.errors().length) fail(`${group.fullName} (beforeAll or afterAll)`, group.errors())
      if (file.errors().length) fail('the file itself', file.errors())
      else if (['queued', 'pending'].includes(file.state())) fail('the file itself', [{ message: 'did not finish' }])
    }
    for (const error of errorsOutside)
      failures.push({ file: undefined, name: 'an error outside the tests', error: describeError(error) })
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ ...counts, failed: failures.length, failures }))
  }
}

/**
 * Returns the first line of the error's message, the element that Playwright waited for, and the line of the test file.
 */
export function describeError(error, file) {
  const lines = stripVTControlCharacters(String(error?.message || error?.name || 'no error')).split('\n')
  const first = lines.find((line) => line.trim())?.trim() ?? 'no message'
  const waiting = lines.map((line) => line.trim()).find((line) => /^- (waiting for|locator resolved to) /.test(line))
  const frame = error?.stacks?.find((stack) => stack.file === file) ?? error?.stacks?.[0]
  const place = frame ? ` (${relative(root, frame.file)}:${frame.line})` : ''
  return `${first.length > 300 ? `${first.slice(0, 300)}…` : first}${waiting ? ` ${waiting.slice(0, 200)}` : ''}${place}`
}
