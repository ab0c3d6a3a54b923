import { previewReportLetter } from '@cutaway/contract/rooms/reports/schedules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import classes from './LetterPreview.module.css'
import type { Plan } from './schedule-words.ts'

/** The width of a letter in a mail program, in pixels; the preview is scaled to its place. */
const letterWidth = 640

/** The letter as it would arrive today, with the numbers of the last period that is over. */
export function LetterPreview({ plan }: { plan: Plan }) {
  const t = useTexts()
  const letter = useQuery({
    queryKey: ['report-letter', plan],
    queryFn: ({ signal }) => call(previewReportLetter, { body: plan, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const { data, error, isFetching, refetch } = letter
  return (
    <section className={classes.preview} aria-labelledby="letter-preview" aria-busy={isFetching || undefined}>
      <h3 id="letter-preview">{t('report_letter_preview')}</h3>
      {data ? (
        <Letter {...data} />
      ) : error ? (
        <ErrorState heading="h3" title={t('report_letter_preview_none')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.paper}>
          <div className={classes.waiting}>
            <SkeletonText lines={8} />
          </div>
        </div>
      )}
    </section>
  )
}

function Letter({ subject, html }: { subject: string; html: string }) {
  const paper = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(900)
  const [scale, setScale] = useState(0.5)
  useLayoutEffect(() => {
    const element = paper.current!
    const observer = new ResizeObserver(() => setScale(element.clientWidth / letterWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <p className={classes.subject} dir="auto">
        {subject}
      </p>
      <div ref={paper} className={classes.paper} style={{ blockSize: height * scale }}>
        <iframe
          title={subject}
          // Without scripts; its own origin only so that its height can be read.
          sandbox="allow-same-origin"
          // Its links lead to the report, and are not for here.
          inert
          tabIndex={-1}
          referrerPolicy="no-referrer"
          srcDoc={html}
          style={{ inlineSize: letterWidth, blockSize: height, scale: String(scale) }}
          onLoad={({ currentTarget }) => setHeight(currentTarget.contentDocument?.body.scrollHeight ?? 900)}
        />
      </div>
    </>
  )
}
