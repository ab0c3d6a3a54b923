import { Navigate } from 'react-router'
import { boot } from '../../../core/boot.ts'
import { useSignedIn } from '../../../core/session.ts'
import { groupsFor } from './sections.ts'

/** Opens the first section of the console that the user may open. The frame refuses users without any section. */
export default function OperatorPage() {
  const { permissions } = useSignedIn()
  const first = groupsFor(permissions, boot.demo)[0]?.sections[0]
  return first ? <Navigate to={first.path} replace /> : null
}
