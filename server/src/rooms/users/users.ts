import { actions } from './actions.ts'
import { edit } from './edit.ts'
import { list } from './list.ts'
import { permissions } from './permissions.ts'

/** Users, their roles and rights. */
export const users = { ...list, ...edit, ...actions, ...permissions }
