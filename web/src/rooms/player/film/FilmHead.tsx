import type { VideoType } from '@cutaway/contract/fields.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconHandFinger, IconVolume } from '@tabler/icons-react'
import { use } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { paths, toAnimation, toSystem } from '../../../paths.ts'
import { Breadcrumb } from '../../../ui/layout/Breadcrumb.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { useShownType } from '../../catalogue/VideoTypeSwitch.tsx'
import classes from './FilmHead.module.css'
import { FilmActions } from '../film-actions.ts'
import { equivalentOf } from '../film.ts'
import { PdfButton } from '../pdf/PdfButton.tsx'

/** Shows the film's title, and the switch to the other kind of film of the same part. */
export function FilmHead({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const { system, part_name: name, subtitle } = details
  const actionsFor = use(FilmActions)
  const crumbs = [
    { label: t('nav_home'), to: paths.home },
    { label: system.system_name, to: toSystem(system.system_id) },
    { label: name },
  ]
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <Breadcrumb crumbs={crumbs} />
        <h1>{name}</h1>
        <p className={classes.subtitle}>{subtitle}</p>
      </div>
      {/* The warning lights are not a film, so they have no actions. */}
      {details.message === '' && (
        <div className={classes.actions}>
          <KindSwitch details={details} />
          <PdfButton details={details} />
          {actionsFor(details)}
        </div>
      )}
    </div>
  )
}

/** Switches between narrated and interactive. Hidden if the part has, or the user may see, one kind only. */
function KindSwitch({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { choose } = useShownType()
  const other = equivalentOf(details)
  if (!other || !choose) return null
  const change = (kind: VideoType) => {
    choose(kind)
    // Replaces the history entry, so that Back leads to the list and not through every switch.
    void navigate(toAnimation(other), { replace: true })
  }
  return (
    <div className={classes.kind}>
      <SegmentedControl
        fill
        label={t('film_type')}
        value={details.video.video_type}
        onChange={change}
        segments={[
          { value: 'narrated', label: t('narrated'), icon: <IconVolume size={16} stroke={1.75} aria-hidden /> },
          {
            value: 'interactive',
            label: t('interactive'),
            icon: <IconHandFinger size={16} stroke={1.75} aria-hidden />,
          },
        ]}
      />
    </div>
  )
}
