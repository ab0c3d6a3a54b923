import { MultiSelect, Select, Tree } from '@mantine/core'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Tree.layer.css'
import { useTexts } from '../../core/i18n/i18n.ts'
import { Mantine } from '../../ui/form/Mantine.tsx'
import classes from './Gallery.module.css'

/**
 * Shows Mantine widgets as administrator pages load them: this module, including Mantine, loads when it is rendered.
 */
export default function WidgetSpecimens() {
  const t = useTexts()
  const systems = ['brakes', 'engine', 'suspension', 'steering'].map((value) => ({ value, label: value }))
  return (
    <Mantine>
      <div className={classes.column}>
        <Select label={t('systems')} data={systems} defaultValue="brakes" searchable />
        <MultiSelect label={t('films')} data={systems} defaultValue={['engine', 'steering']} searchable clearable />
        <Tree
          aria-label={t('systems')}
          data={[
            { value: 'brakes', label: 'brakes', children: [{ value: 'disc', label: 'disc' }] },
            { value: 'engine', label: 'engine', children: [{ value: 'timing', label: 'timing' }] },
          ]}
        />
      </div>
    </Mantine>
  )
}
