import { actions } from './actions.ts'
import { edit } from './edit.ts'
import { list } from './list.ts'
import { moving } from './moving.ts'
import { permissions } from './permissions.ts'

/** Users, their roles and rights. */
export const users = { ...list, ...edit, ...actions, ...moving, ...permissions }
