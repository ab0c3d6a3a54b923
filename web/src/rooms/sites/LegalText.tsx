import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { useSession } from '../../core/session.ts'
import { Prose } from '../../ui/layout/Prose.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import classes from './TextPage.module.css'
import { QueryState } from '../../ui/feedback/QueryState.tsx'

/** Renders text that the server has sanitised. `heading` is shown until the text provides its own. */
export function LegalText({
  heading,
  queryKey,
  load,
}: {
  heading: string
  queryKey: readonly unknown[]
  load: (signal: AbortSignal) => Promise<{ title: string; html: string }>
}) {
  const t = useTexts()
  const session = useSession()
  const text = useQuery({ queryKey, queryFn: ({ signal }) => load(signal), staleTime: Infinity })
  const title = text.data?.title ?? heading
  usePage(title)
  return (
    <article className={classes.page} data-public={session ? undefined : true}>
      <header className={classes.header}>
        <h1>{title}</h1>
      </header>
      <QueryState query={text} failed={t('text_not_loaded')} heading="h2" waiting={<SkeletonText lines={10} />}>
        {({ html }) => <Prose html={html} />}
      </QueryState>
    </article>
  )
}
