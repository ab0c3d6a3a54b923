import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/form/Tabs.tsx'
import { Chapters } from '../text/Chapters.tsx'
import { Description } from '../text/Description.tsx'
import { useEngine } from '../engine/context.ts'
import classes from './Panel.module.css'
import { StageButtons } from './StageButtons.tsx'
import { Transcript } from '../text/Transcript.tsx'

/** Shows transcript, chapters and description beside a narrated film. */
export function NarratedPanel({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const { film } = useEngine()
  const [follow, setFollow] = useState(true)
  const hasChapters = film.chapters.length > 0
  return (
    <div className={classes.panel}>
      <Tabs defaultValue="transcript" className={classes.tabs}>
        <div className={classes.top}>
          <TabList className={classes.tabList} aria-label={t('film_panel')}>
            <Tab className={classes.tab} value="transcript">
              {t('film_transcript')}
            </Tab>
            {hasChapters && (
              <Tab className={classes.tab} value="chapters">
                {t('film_chapters')}
              </Tab>
            )}
            <Tab className={classes.tab} value="description">
              {t('film_description')}
            </Tab>
          </TabList>
          <StageButtons />
        </div>
        <TabPanel className={classes.tabPanel} value="transcript">
          <Transcript transcript={details.transcript} follow={follow} />
        </TabPanel>
        <TabPanel className={classes.tabPanel} value="chapters">
          <Chapters />
        </TabPanel>
        <TabPanel className={classes.tabPanel} value="description">
          <Description details={details} />
        </TabPanel>
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
