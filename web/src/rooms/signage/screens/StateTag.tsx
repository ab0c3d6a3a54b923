import type { Screen, ScreenState } from '@cutaway/contract/rooms/signage/screens.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'

const kinds: Record<ScreenState, TagKind> = {
  new: 'plain',
  online: 'green',
  quiet: 'plain',
  dark: 'red',
  closed: 'plain',
}

export function StateTag({ screen }: { screen: Pick<Screen, 'state'> }) {
  const t = useTexts()
  return <Tag kind={kinds[screen.state]}>{t(`screen_state_${screen.state}`)}</Tag>
}
