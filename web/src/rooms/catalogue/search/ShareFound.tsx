import type { FoundFilm } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { IconSend } from '@tabler/icons-react'
import { use } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { FilmShare } from '../film-share.ts'

/**
 * Renders the button that shares a found film, if the user may share it. `inList` is for the suggestions, where the
 * focus stays in the field and the arrow keys select the button.
 */
export function ShareFound({ film, inList }: { film: FoundFilm; inList?: boolean }) {
  const t = useTexts()
  const sharing = use(FilmShare)
  if (!sharing?.canShare(film)) return null
  return (
    <Button
      aria-haspopup="dialog"
      aria-label={t('share_link_of', { name: film.part_name })}
      leftSection={<IconSend className="flip" size={16} stroke={1.75} aria-hidden />}
      {...(inList ? { tabIndex: -1 } : {})}
      onClick={(event: React.MouseEvent) => {
        event.stopPropagation()
        sharing.share(film)
      }}
    >
      {t('share')}
    </Button>
  )
}
