import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Chapters } from '../text/Chapters.tsx'
import { Description } from '../text/Description.tsx'
import { useEngine } from '../engine/context.ts'
import classes from './Panel.module.css'
import { StageButtons } from './StageButtons.tsx'
import { Transcript } from '../text/Transcript.tsx'

/** Beside a narrated film: what is said, its chapters, what it is about. */
export function NarratedPanel({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const { film } = useEngine()
  const [follow, setFollow] = useState(true)
  const hasChapters = film.chapters.length > 0
  return (
    <div className={classes.panel}>
      <Tabs
        unstyled
        keepMounted={false}
        defaultValue="transcript"
        classNames={{ root: classes.tabs, list: classes.tabList, tab: classes.tab, panel: classes.tabPanel }}
      >
        <div className={classes.top}>
          <Tabs.List aria-label={t('film_panel')}>
            <Tabs.Tab value="transcript">{t('film_transcript')}</Tabs.Tab>
            {hasChapters && <Tabs.Tab value="chapters">{t('film_chapters')}</Tabs.Tab>}
            <Tabs.Tab value="description">{t('film_description')}</Tabs.Tab>
          </Tabs.List>
          <StageButtons />
        </div>
        <Tabs.Panel value="transcript">
          <Transcript transcript={details.transcript} follow={follow} />
        </Tabs.Panel>
        <Tabs.Panel value="chapters">
          <Chapters />
        </Tabs.Panel>
        <Tabs.Panel value="description">
          <Description details={details} />
        </Tabs.Panel>
      </Tabs>
      <div className={classes.foot}>
        {details.syntheticNarration && <span>{t('film_synthetic')}</span>}
        <span className={classes.gap} />
        <button
          type="button"
          role="switch"
          className={classes.switch}
          data-internal=""
          aria-checked={follow}
          onClick={() => setFollow(!follow)}
        >
          {t('film_follow')}
        </button>
      </div>
    </div>
  )
}
