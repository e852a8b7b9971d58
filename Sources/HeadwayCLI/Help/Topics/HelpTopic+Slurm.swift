extension HelpTopic {
  /// The page `headway help slurm`.
  static let slurmPage = """
    SLURM: a cluster runs the command, and its card is here

      headway submit --on slurm -- ./train    a job of Slurm, with a card here
      headway submit --on slurm --slots 8 --timeout 2h --needs gpu=2 -- ./train
      headway submit --on slurm --array 1-100%8 -- ./part
      headway submit --on slurm --engine-options '-p long --mem=8G' -- make

      Headway runs sbatch, and prints the number of the task once Slurm has the job
      and the id of the job is on disk here. The card then has what other cards
      have: subtitle, percent, time left, the question when the job stalls, logs,
      attach, cancel, wait. edit, priority, start and switch don't change a task
      that Slurm has: cancel it and submit it again.

      In the config, a group can send all of its tasks to Slurm:

      [group.cluster]
      engine = "slurm"

    WHAT THE CARD SAYS
      queued · Slurm 17 · waits for resources (main), starts about 14:30
      on hold (headway resume 7)              you held it, here or with scontrol
      needs you · can never start: asks for 64 CPUs, main has 2 (PartitionConfig)
      running · Slurm 17 on n1                with the rest of the time limit
      suspended · Slurm 17 · waits for its cluster to resume it
      queued · Slurm 17 (doesn't answer since 14:02)
                                              the last state, until Slurm is back

      A start that Slurm estimates is shown with "about". The card says if somebody
      cancels the job in Slurm, if the job runs out of time or memory, and if its
      node fails. If nobody knows how a job ended, the task is lost.

    JOBS THAT YOU SUBMIT WITH SBATCH
      headway adopt slurm:17       a card for the job 17; or slurm:17_3, a part.
                                   An array becomes a folded card with its parts
      [slurm]                      in the config: cards for all of your jobs, at
      watch = "mine"               most 1000, as soon as the hub sees them

      Such a card shows the state, the reason to wait, the times, and the end. The
      percent and the subtitle come from the output file of the job, if the machine
      of the hub can read it. headway logs prints that file. headway cancel is an
      scancel. Nobody attaches to such a job, and Headway asks no question about
      it. With watch = "mine", jobs of another hub of Headway have no card here.

    HOW THE OPTIONS ARE TRANSLATED
      --slots 8                  --cpus-per-task=8
      --needs gpu=2              --gres=gpu:2
      --timeout 2h               --time=120; the job also ends itself exactly then
      --after 7, --after-any 7   --dependency, if task 7 is a job of Slurm. For a
                                 task of this machine, the hub waits first
      --at 22:00                 --begin
      --hold                     the hub holds the task. headway resume submits it
      --retry 2                  a new job after a failure, and --requeue
      --array 1-100%8            one job array. Its parts are tasks, as always
      --priority -5, --nice 5    --nice. Only administrators can raise a priority
      --engine-options '…'       goes to sbatch as it is

      --now, --immediate, --when, --while, --every, --refresh, --gpus, --cpus,
      --memory, and needs other than whole gpus have no translation: the submission
      is refused, and says so. --grace and --on-stall apply as always. The config
      section [queue] has no say in jobs of Slurm, and neither have the slots and
      the pauses of groups.

    WHAT IT NEEDS
      sbatch, squeue, scancel and scontrol on the machine of the hub, such as a
      login node. SLURM_CONF of the shell that submits is respected.
      The program headway on the nodes, at the same path as here. If it is at
      another path there, set "program". The nodes need no hub and no network.
      A folder that the nodes see, too: the state directory, which is in your home.
      Jobs report in another folder if you set "folder": make that folder first.
      Their logs are always in the state directory. One cluster at a time: the one of SLURM_CONF.

      If the nodes see no folder of this machine, say so with shared = false. The
      batch script then carries the job to its node. Slurm alone tells of its begin
      and its end. While you watch, headway asks the nodes of up to four jobs every
      10 s, by a step within the job (srun --overlap), and orders go the same way.
      headway logs works while the job runs. The output then stays on the node for
      a week. The script has the command in it, which administrators can read. If
      sbatch gets no answer, a job that began all the same goes on, though nothing
      is queued.

      [slurm]
      folder = "/shared/mia/headway"          where the jobs report
      shared = false                          the nodes see no folder of this one
      program = "/shared/mia/bin/headway"     headway on the nodes
      look = "1m"                             time between two squeue; at least 10s
      watch = "mine"                          also show jobs that sbatch submitted

    HOW OFTEN HEADWAY ASKS
      One squeue for all jobs, 30 s after the last, and more and more rarely while
      nothing changes, up to every 5 min. After a submission and near an end it is
      10 s, after your own cancel or resume 2 s. Begin, progress and end come from
      the job itself: it writes a small file, every 5 s at most. sacct is only
      asked about jobs that Slurm has forgotten.

    WHEN SLURM DOESN'T ANSWER
      headway submit --on slurm ends with 75, and nothing is queued here. A job
      that reached Slurm all the same finds out that it was refused, and doesn't
      run. The hub cancels it if it still waits. A task that was accepted
      before is tried again every minute. If the hub is killed in the middle, the
      next hub finds the job by its comment.
    """
}
