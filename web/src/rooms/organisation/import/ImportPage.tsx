import type { Import } from '@cutaway/contract/administration/imports.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep } from './FileStep.tsx'
import classes from './Import.module.css'
import { choicesOf, type ImportPageKind } from './kind.ts'
import { Progress } from './Progress.tsx'
import { ResultStep } from './ResultStep.tsx'
import { Steps } from './Steps.tsx'

const isWorking = ({ state }: Import) => state === 'checking' || state === 'importing' || state === 'undoing'
/** Milliseconds between two looks at a job. */
const pollEvery = 700

/**
 * Imports records from a file, in four steps. The URL holds the import, so that the page can be left and opened again at
 * any time; the server does the work.
 */
export function ImportPage({ kind }: { kind: ImportPageKind }) {
  const t = useTexts()
  const client = useQueryClient()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('import') ?? ''
  const id = /^\d{1,9}$/.test(asked) ? Number(asked) : undefined
  // The matched columns of a checked import can be changed again.
  const [columnsAgain, setColumnsAgain] = useState(false)
  const queryKey = ['imports', kind.name, id]
  const loaded = useQuery({
    queryKey,
    queryFn: ({ signal }) => kind.get(id!, signal),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && isWorking(data) ? pollEvery : false),
  })
  const current = id === undefined ? undefined : loaded.data
  const finished = current && (current.state === 'done' || current.state === 'undone') ? current.state : undefined
  const { changes } = kind
  useEffect(() => {
    if (finished)
      void client.invalidateQueries({
        predicate: ({ queryKey: [first] }) => typeof first === 'string' && changes.includes(first),
      })
  }, [finished, client, changes])

  const show = (next: Import | undefined) => {
    setColumnsAgain(false)
    if (next) client.setQueryData(['imports', kind.name, next.id], next)
    setQuery(next ? { import: String(next.id) } : {}, { replace: next?.id === id })
  }
  /** Runs a call that returns the import, and shows its refusal as a notice. */
  const act = async (work: Promise<{ status: 0 | 1; message: string; data: Import | null }>): Promise<boolean> => {
    try {
      const answer = await work
      if (answer.status === 1 && answer.data) {
        show(answer.data)
        return true
      }
      toast(answer)
      await loaded.refetch()
    } catch (error) {
      toast(error)
    }
    return false
  }
  const step = stepOf(current, columnsAgain)
  return (
    <div className={classes.page}>
      <PageHeader
        title={t(`import_title_${kind.name}`)}
        crumbs={[{ label: t(kind.list.label), to: kind.list.path }, { label: t(`import_title_${kind.name}`) }]}
      />
      <Steps current={step} />
      {id === undefined ? (
        <FileStep kind={kind} onRead={show} />
      ) : (
        <QueryState
          query={loaded}
          heading="h2"
          failed={t('import_not_loaded')}
          waiting={<SkeletonRows rows={6} picture={false} />}
        >
          {(one) => {
            if (isWorking(one)) return <Progress of={one} />
            if (one.state === 'uploaded' || columnsAgain || (one.state === 'failed' && one.started_at === null))
              return (
                <ColumnsStep
                  key={one.id}
                  kind={kind}
                  of={one}
                  onCheck={(fields) => act(kind.check({ ...choicesOf(one), id: one.id, fields }))}
                  onBack={() => show(undefined)}
                />
              )
            if (one.state === 'checked')
              return <CheckStep kind={kind} of={one} act={act} onColumns={() => setColumnsAgain(true)} />
            return <ResultStep kind={kind} of={one} act={act} onAgain={() => show(undefined)} />
          }}
        </QueryState>
      )}
    </div>
  )
}

function stepOf(current: Import | undefined, columnsAgain: boolean): 1 | 2 | 3 | 4 {
  if (!current) return 1
  if (current.started_at !== null) return 4
  if (current.state === 'uploaded' || current.state === 'failed' || columnsAgain) return 2
  return 3
}
