import { CallFailed } from '@cutaway/contract/client.ts'
import { describe, expect, test } from 'vitest'
import { type Toast, toastOf, withToast } from './toast.ts'

describe('toastOf', () => {
  test('an envelope with status 1 is a success, with status 0 an error', () => {
    expect(toastOf({ status: 1, message: 'favourite_added' })).toEqual({ kind: 'success', key: 'favourite_added' })
    expect(toastOf({ status: 0, message: 'not_found' })).toEqual({ kind: 'error', key: 'not_found' })
  })
  test('a key alone is a success, unless another kind is given', () => {
    expect(toastOf('ok').kind).toBe('success')
    expect(toastOf('link_already_generated', { kind: 'warning', values: { link: 'x' } })).toEqual({
      kind: 'warning',
      key: 'link_already_generated',
      values: { link: 'x' },
    })
  })
  test('a refusal shows its key; a server error also shows its reference', () => {
    expect(toastOf(new CallFailed('permission_denied', 403, { reference: 'r' }))).toEqual({
      kind: 'error',
      key: 'permission_denied',
    })
    expect(toastOf(new CallFailed('server_error', 500, { reference: 'r' })).reference).toBe('r')
  })
  test('any other thrown value is a server error', () => {
    expect(toastOf(new TypeError('x is not a function'))).toEqual({ kind: 'error', key: 'server_error' })
  })
})

describe('withToast', () => {
  const one = (id: number, kind: Toast['kind'] = 'success'): Toast => ({ id, kind, key: `k${id}` })
  const ids = (list: readonly Toast[]) => list.map(({ id }) => id)
  test('orders newest first and shows at most three', () => {
    const list = [1, 2, 3, 4].reduce<readonly Toast[]>((all, id) => withToast(all, one(id)), [])
    expect(ids(list)).toEqual([4, 3, 2])
  })
  test('removes errors last', () => {
    const list = [one(3), one(2), one(1, 'error')]
    expect(ids(withToast(list, one(4)))).toEqual([4, 3, 1])
    const errors = [one(3, 'error'), one(2, 'error'), one(1, 'error')]
    expect(ids(withToast(errors, one(4)))).toEqual([4, 3, 2])
  })
  test('a repeated notice moves to the top and is not duplicated', () => {
    expect(ids(withToast([one(2), { ...one(1), key: 'same' }], { ...one(3), key: 'same' }))).toEqual([3, 2])
  })
})
