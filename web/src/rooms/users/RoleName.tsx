import { useTag } from '../../core/i18n/i18n.ts'

/** The name of a role in the language of the page; empty until the file with the names has come. */
export function RoleName({ accessId }: { accessId: number }) {
  return useTag()(`role_${accessId}`)
}
