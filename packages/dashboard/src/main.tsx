import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { direction } from './api/direction.ts'
import { queryClient } from './api/query-client.ts'
import { router } from './router.ts'

document.documentElement.dir = direction()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html lacks #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
