import type { Import, ImportState } from '@cutaway/contract/administration/imports.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import classes from './Import.module.css'

const titles: Partial<Record<ImportState, string>> = {
  checking: 'import_checking',
  importing: 'import_importing',
  undoing: 'import_undoing',
}

/** How far the work on an import is. */
export function Progress({ of: { state, progress, progress_of, file_name } }: { of: Import }) {
  const t = useTexts()
  const format = useFormat()
  const title = t(titles[state] ?? 'import_importing')
  const said = t('import_progress', { done: format.number(progress), all: format.number(progress_of) })
  return (
    <section className={classes.progress} aria-live="polite">
      <h2>{title}</h2>
      <progress max={Math.max(1, progress_of)} value={progress} aria-label={title} />
      <p className={classes.progressNumbers}>
        <bdi>{file_name}</bdi> <span>{said}</span>
      </p>
      <p className={classes.hint}>{t('import_leave_text')}</p>
    </section>
  )
}
