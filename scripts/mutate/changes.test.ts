import { expect, test } from 'vitest'
import { applied, changesIn, diffOf, seeded } from './changes.ts'
import { planted } from './planted.ts'

const kinds = (text: string) => changesIn('module.ts', text).map((change) => [change.kind, applied(text, change)])

test('inverts a condition, and shifts its limit by one', () => {
  expect(kinds('if (a < 5) go()')).toEqual([
    ['condition turned round', 'if (!(a < 5)) go()'],
    ['off by one', 'if (a <= 5) go()'],
    ['off by one', 'if (a < 6) go()'],
  ])
})

test('drops one condition of a query and keeps the others', () => {
  const query = "db.selectFrom('users')\n  .where('web_site_id', '=', 31)\n  .where('user_id', '=', id)\n  .execute()"
  const dropped = kinds(query).flatMap(([kind, text]) => (kind === 'scope dropped' ? [text] : []))
  expect(dropped).toEqual([
    "db.selectFrom('users')\n  .where('user_id', '=', id)\n  .execute()",
    "db.selectFrom('users')\n  .where('web_site_id', '=', 31)\n  .execute()",
  ])
})

test('changes statements, errors, message keys and keys of returned objects', () => {
  const text = "async function f() { await save(); throw new Error('x') }\nconst g = () => ({ total: fail('gone') })"
  expect(new Set(kinds(text).map(([kind]) => kind))).toEqual(
    new Set(['statement removed', 'error swallowed', 'message key', 'key changed']),
  )
})

test('does not change types', () => {
  expect(kinds("type Flag = 0 | 1\nconst a: Array<1> = b as 'c'")).toEqual([])
})

test('the same seed draws the same changes', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seeded(seed))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  for (const number of draw(7)) expect(number).toBeLessThan(1)
})

test('a diff shows the changed lines', () => {
  expect(diffOf('a\nb\nc', 'a\nx\nc')).toBe('    - b\n    + x')
})

test('every room has at least two planted faults', () => {
  const count = new Map<string, number>()
  for (const { room } of planted) count.set(room, (count.get(room) ?? 0) + 1)
  for (const [room, faults] of count) expect(faults, room).toBeGreaterThanOrEqual(2)
})
