import type { FoundFilm } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { IconLink } from '@tabler/icons-react'
import { use, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { toAnimation } from '../../../paths.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FilmShare } from '../film-share.ts'
import { drawingOf } from '../hierarchy.ts'
import { useHierarchy } from '../useHierarchy.ts'
import { nameMarks } from './answers.ts'
import { Meta, Picture, Why } from './FilmLine.tsx'
import { Marked } from './Marked.tsx'
import classes from './SearchedParts.module.css'

/** Lists all results of a search, each with its link. */
export default function SearchedParts({
  keyword,
  films,
  onClose,
  onLeave,
}: {
  keyword: string
  films: readonly FoundFilm[]
  onClose: () => void
  /** Called when a film was opened. */
  onLeave: () => void
}) {
  const t = useTexts()
  const { data: hierarchy } = useHierarchy()
  const shareOf = use(FilmShare)
  return (
    <Dialog title={t('searched_parts', { keyword })} onClose={onClose}>
      <p className={classes.count}>{t('search_found', { count: films.length })}</p>
      <ul className={classes.films}>
        {films.map((film) => (
          <li key={film.part_id} className={classes.film}>
            <Picture film={film} drawing={hierarchy && drawingOf(hierarchy, film.sub_system_id)} />
            <div className={classes.words}>
              <Link
                className={classes.name}
                to={toAnimation(film.part_id)}
                onClick={() => {
                  onClose()
                  onLeave()
                }}
              >
                <Marked text={film.part_name} marks={nameMarks(film)} />
              </Link>
              <Meta film={film} />
              <Why film={film} />
            </div>
            <CopyLink film={film} />
            {shareOf(film)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Copies the film's URL. If the browser refuses, shows the URL for copying by hand. */
function CopyLink({ film }: { film: FoundFilm }) {
  const t = useTexts()
  const [byHand, setByHand] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const address = `${location.origin}${toAnimation(film.part_id)}`
  useEffect(() => {
    if (byHand) field.current?.select()
  }, [byHand])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setByHand(false)
      toast('Link copied')
    } catch {
      setByHand(true)
    }
  }
  return (
    <>
      <Button
        size="xs"
        className={classes.copy}
        aria-label={`${t('copy_link')}: ${film.part_name}`}
        onClick={() => void copy()}
      >
        <IconLink size={15} stroke={1.75} aria-hidden />
        <span className={classes.copyWords}>{t('copy_link')}</span>
      </Button>
      {byHand ? (
        <TextInput
          ref={field}
          className={classes.byHand}
          label={t('copy_by_hand')}
          value={address}
          readOnly
          dir="ltr"
        />
      ) : null}
    </>
  )
}
